import type { PageRequest } from './pagination'

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
