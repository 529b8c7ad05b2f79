import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** The workouts of the account and of those it follows, latest first, page by page. */
export const timelineQuery = infiniteQueryOptions({
  queryKey: ['timeline'],
  queryFn: ({ pageParam }) => dataOf(api.timeline.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.page + 1 : undefined),
})
