import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { parseWholeNumber } from '@/lib/text/decimal'
import { queryValue } from '@/server/http/documented-input'
import type { PageRequest } from './pagination'

/** The query of a list with a fixed page size. */
export const pageParam = queryValue(
  Type.Integer({ minimum: 1, default: 1, description: 'Number of the page, from 1.' }),
)

export const pageQuery = t.Object({ page: pageParam })

/** The query parameter for a page size of up to `most`. */
export const perPageParam = ({ perPage, max }: { perPage: number; max: number }) =>
  queryValue(
    Type.Integer({ minimum: 1, maximum: max, default: perPage, description: 'Items per page.' }),
  )

/** A query parameter with a fixed list of values. */
export const wordParam = (words: readonly string[], description: string) =>
  queryValue(Type.Unsafe({ type: 'string', enum: [...words], description }))

/** A query parameter that is true or false. */
export const flagParam = (description: string) => queryValue(Type.Boolean({ description }))

/** A query parameter that is a number. */
export const numberParam = (description: string) => queryValue(Type.Number({ description }))

/** A query parameter that is a plain string. */
export const textParam = (description: string) => queryValue(Type.String({ description }))

/** The distance from a place up to which something is found. */
export const radiusParam = queryValue(
  Type.Number({ default: 10, description: 'Radius in kilometres; greater than 0.' }),
)

/** A positive whole number in decimal digits; undefined for anything else. */
export function parsePositiveInteger(text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : parseWholeNumber(text)
  return value !== undefined && value > 0 ? value : undefined
}

/** A page number. Anything other than a positive whole number is read as 1. */
export const parsePage = (text: string | undefined): number => parsePositiveInteger(text) ?? 1

/** `page` and `per_page` of a query, the latter within 1 and `most`. */
export function parsePageRequest(
  query: { page?: string | undefined; per_page?: string | undefined },
  sizes: { perPage: number; max: number },
): PageRequest {
  const requested = parsePositiveInteger(query.per_page) ?? sizes.perPage
  return { page: parsePage(query.page), perPage: Math.min(requested, sizes.max) }
}

/** Boolean query values: `true` in any case; anything else is false. */
export const parseFlag = (text: string | undefined): boolean => text?.toLowerCase() === 'true'

/** Sets each repeated parameter of a parsed query to its first value; Elysia has used the last one. */
export function useFirstValues(query: Record<string, unknown>, url: string): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const text = url.slice(start + 1)
  if (text.split('&').length === Object.keys(query).length) return
  const values = new URLSearchParams(text)
  for (const name of Object.keys(query)) query[name] = values.get(name) ?? query[name]
}
