import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { parseWholeNumber } from '@/lib/decimal'
import { queryValue } from './accepted'
import type { PageRequest } from './pagination'

/** The query of a list with a fixed page size. */
export const pageParam = queryValue(
  Type.Integer({ minimum: 1, default: 1, description: 'Number of the page, from 1.' }),
)

export const pageQuery = t.Object({ page: pageParam })

/** The query of a list whose page size may be chosen, up to `most`. */
export const perPageParam = ({ perPage, most }: { perPage: number; most: number }) =>
  queryValue(
    Type.Integer({ minimum: 1, maximum: most, default: perPage, description: 'Items on a page.' }),
  )

/** A query parameter that is one of some words. */
export const wordParam = (words: readonly string[], description: string) =>
  queryValue(Type.Unsafe({ type: 'string', enum: [...words], description }))

/** A query parameter that is true or false. */
export const flagParam = (description: string) => queryValue(Type.Boolean({ description }))

/** A query parameter that is a number. */
export const numberParam = (description: string) => queryValue(Type.Number({ description }))

/** A query parameter that is read as it is. */
export const textParam = (description: string) => queryValue(Type.String({ description }))

/** A positive whole number in decimal digits; undefined for anything else. */
function positiveInteger(text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : parseWholeNumber(text)
  return value !== undefined && value > 0 ? value : undefined
}

/** A page number: anything that is not a positive whole number reads as 1. */
export const parsePage = (text: string | undefined): number => positiveInteger(text) ?? 1

/** `page` and `per_page` of a query, the latter within 1 and `most`. */
export function parsePageRequest(
  query: { page?: string | undefined; per_page?: string | undefined },
  sizes: { perPage: number; most: number },
): PageRequest {
  const asked = positiveInteger(query.per_page) ?? sizes.perPage
  return { page: parsePage(query.page), perPage: Math.min(asked, sizes.most) }
}

/** Boolean query values: the word `true` in any case. */
export const parseFlag = (text: string | undefined): boolean => text?.toLowerCase() === 'true'

/** Leaves each parameter of a query that is given several times its first value; it has been read with the last ones. */
export function keepFirstValues(query: Record<string, unknown>, url: string): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const text = url.slice(start + 1)
  if (text.split('&').length === Object.keys(query).length) return
  const values = new URLSearchParams(text)
  for (const name of Object.keys(query)) query[name] = values.get(name) ?? query[name]
}
