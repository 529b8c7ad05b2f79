import { queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'

const route = api.workouts['global-map']

/** The filters of the map, by the names that the API and the page's address have for them. */
export const START_FILTER_NAMES = ['from', 'to', 'sport_ids'] as const

/** Which workouts to show; dates as `YYYY-MM-DD`. */
export type StartFilters = { [Name in (typeof START_FILTER_NAMES)[number]]?: string }

/** Where a workout started. */
export type StartFeature = DataOf<typeof route.get>['data']['features'][number]

/** Where the own workouts started, latest first, and whether there are more than the server shows. */
export const startsQuery = (filters: StartFilters) =>
  queryOptions({
    queryKey: ['workouts', 'global-map', filters],
    queryFn: async () => (await dataOf(route.get({ query: { ...filters } }))).data,
  })
