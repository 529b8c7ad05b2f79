import type { Pagination } from './pagination'

/** A 200 body: the payload plus the status word. */
export const ok = <Payload extends object>(payload: Payload) => ({
  ...payload,
  status: 'success' as const,
})

/** The body of a 201 answer. */
export const created = <Payload extends object>(payload: Payload) => ({
  ...payload,
  status: 'created' as const,
})

/** A 200 body with one page of a list. */
export const paginated = <Payload extends object>(payload: Payload, pagination: Pagination) =>
  ok({ ...payload, pagination })

/** 204: nothing to say. */
export const noContent = () =>
  new Response(null, { status: 204, headers: { 'content-type': 'application/json' } })
