import { type Treaty, treaty } from '@elysiajs/eden'
import type { AccountApi, LoginApi, SocialApi, SummaryApi, WorkoutApi } from '@/server/app'
import { ApiError } from './api-error'
import { takeEarlyResponse } from './early-responses'
import { toServerPath } from './server-path'
import { renewSession, waitForSession } from './session'
import { getRequestHeaders } from './stored-token'

/** Returns the number of the next page, or undefined after the last one. */
export const getNextPage = ({
  pagination,
}: {
  pagination: { has_next: boolean; page: number }
}): number | undefined => (pagination.has_next ? pagination.page + 1 : undefined)

/** Requests that start or end a session, which do not wait for one. */
const SESSION_REQUESTS = /\/api\/auth\/log(in|out)/

/**
 * Fetches, and after a new login once more if the server rejected the session. An empty response (204) loses its content
 * type, which would make the client try to parse a body.
 */
async function fetchResponse(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = SESSION_REQUESTS.test(String(input))
    ? await fetch(input, init)
    : await fetchInSession(input, init)
  return response.status === 204 ? new Response(null, { status: 204 }) : response
}

async function fetchInSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!(await waitForSession())) return new Response(null, { status: 401 })
  const headers = mergeHeaders(init?.headers)
  const early = await takeEarlyResponse(String(input), { method: init?.method, headers })
  const response = early ?? (await fetch(input, { ...init, headers }))
  const token = headers.get('authorization')?.replace('Bearer ', '')
  if (response.status !== 401 || !token || !isTokenRejected(response)) return response
  const isChange = (init?.method ?? 'GET').toUpperCase() !== 'GET'
  if (!(await renewSession(token, isChange))) return response
  return fetch(input, { ...init, headers: mergeHeaders(headers) })
}

/** Whether a response means that the session has ended, not that a password is wrong. */
const isTokenRejected = ({ headers }: Response): boolean =>
  headers.get('www-authenticate')?.includes('invalid_token') ?? false

/** The headers of a request, with those of the current session. */
function mergeHeaders(init: HeadersInit | undefined): Headers {
  const headers = new Headers(init)
  for (const [name, value] of Object.entries(getRequestHeaders())) headers.set(name, value)
  return headers
}

type Routes = Treaty.Create<AccountApi>['api'] &
  Treaty.Create<LoginApi>['api'] &
  Treaty.Create<SocialApi>['api'] &
  Treaty.Create<SummaryApi>['api'] &
  Treaty.Create<WorkoutApi>['api']

/**
 * The server's routes as typed functions. The client is a proxy that works for all groups of routes; only the types of
 * the groups have to be combined.
 */
export const api = treaty(`${window.location.origin}${toServerPath('')}`, {
  headers: getRequestHeaders,
  // Bun's type of `fetch` has a property that browsers lack and the client does not use.
  fetcher: fetchResponse as typeof fetch,
  // Dates remain strings, as the API defines them.
  parseDate: false,
}).api as unknown as Routes

type EdenResult<Data> = { data: Data; error: null } | { data: null; error: EdenError }
type EdenError = { status: unknown; value: unknown }

/** Data of a route's successful response. */
export type ResponseData<Route extends (...input: never[]) => Promise<EdenResult<unknown>>> =
  NonNullable<Treaty.Data<Awaited<ReturnType<Route>>>>

/**
 * Returns the data of a response.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function unwrap<Data>(call: Promise<EdenResult<Data>>): Promise<Data> {
  const { data, error } = await call
  if (!error) return data
  // The client catches errors thrown by fetch and returns them as values.
  if (error.value instanceof Error) throw new ApiError(0, null)
  const status = Number(error.status)
  throw new ApiError(status, error.value)
}
