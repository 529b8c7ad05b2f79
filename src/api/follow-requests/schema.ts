import { t } from 'elysia'
import { pageParam, perPageParam, wordParam } from '@/http/query-params'

/** How many requests a page has. */
export const PAGE_SIZES = { perPage: 10, most: 50 }

export const requestListQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  order: wordParam(['asc', 'desc'], 'By the date of the request; `asc` by default.'),
})
