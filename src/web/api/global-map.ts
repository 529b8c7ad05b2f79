import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

const route = api.workouts['global-map']

/** Which workouts to show; dates as `YYYY-MM-DD`. */
export type StartFilters = { from?: string; to?: string; sport_ids?: string }

/** Where the own workouts started, latest first, and whether there are more than the server shows. */
export const startsQuery = (filters: StartFilters) =>
  queryOptions({
    queryKey: ['workouts', 'global-map', filters],
    queryFn: async () => (await dataOf(route.get({ query: { ...filters } }))).data,
  })
