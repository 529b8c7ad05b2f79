import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
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

/** A page number: anything that is not a positive whole number reads as 1. */
export function parsePage(text: string | undefined): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** `page` and `per_page` of a query, the latter within 1 and `most`. */
export function parsePageRequest(
  query: { page?: string | undefined; per_page?: string | undefined },
  sizes: { perPage: number; most: number },
): PageRequest {
  const asked = Number(query.per_page)
  const valid = Number.isSafeInteger(asked) && asked > 0
  return {
    page: parsePage(query.page),
    perPage: valid ? Math.min(asked, sizes.most) : sizes.perPage,
  }
}

/** Boolean query values: the word `true` in any case. */
export const parseFlag = (text: string | undefined): boolean => text?.toLowerCase() === 'true'
