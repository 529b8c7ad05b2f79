import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import type { Sport } from './types'

/** All sports, with the account's own colours and choices. */
export const sportsQuery = queryOptions({
  queryKey: ['sports'],
  queryFn: async () => (await request<{ data: { sports: Sport[] } }>('GET', 'sports')).data.sports,
  staleTime: 5 * 60_000,
})
