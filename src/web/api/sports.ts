import { queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'

/** A sport as the account sees it. */
export type Sport = DataOf<typeof api.sports.get>['data']['sports'][number]

/** All sports, with the account's own colours and choices. */
export const sportsQuery = queryOptions({
  queryKey: ['sports'],
  queryFn: async () => (await dataOf(api.sports.get())).data.sports,
  staleTime: 5 * 60_000,
})
