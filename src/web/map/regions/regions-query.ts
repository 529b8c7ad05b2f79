import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

/** A country that the user has visited, with its regions. */
export type VisitedCountry = ResponseData<
  typeof api.explorer.regions.get
>['data']['countries'][number]

/** Selects workouts: the id of a sport and a year, each empty for all. */
export interface RegionFilters {
  sport: string
  year: string
}

/** Milliseconds until regions are requested again while the server still looks some up. */
const INCOMPLETE_INTERVAL_MS = 5000

/** The countries and regions that the user has visited. */
export const visitedRegionsQuery = ({ sport, year }: RegionFilters) =>
  queryOptions({
    queryKey: ['workouts', 'regions', sport, year],
    queryFn: async () => {
      const query = { ...(sport && { sport_id: sport }), ...(year && { year }) }
      return (await unwrap(api.explorer.regions.get({ query }))).data
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.complete === false ? INCOMPLETE_INTERVAL_MS : false,
  })
