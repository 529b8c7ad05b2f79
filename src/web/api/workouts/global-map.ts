import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

export type Place = ResponseData<typeof api.geocode.search.get>['locations'][number]

/** The places with a name, as found by the server's geocoder. */
export const placesQuery = (city: string, language: string) =>
  queryOptions({
    queryKey: ['places', city, language],
    queryFn: async () =>
      (await unwrap(api.geocode.search.get({ query: { city, language } }))).locations,
    staleTime: Number.POSITIVE_INFINITY,
  })

const route = api.workouts['global-map']

/** The filters of the map, named as in the API and in the page's URL. */
export const START_FILTER_NAMES = ['from', 'to', 'sport_ids'] as const

/** Filters of the map; dates as `YYYY-MM-DD`. */
export type StartFilters = { [Name in (typeof START_FILTER_NAMES)[number]]?: string }

/** The start of a workout, as a GeoJSON feature. */
export type StartFeature = ResponseData<typeof route.get>['data']['features'][number]

/** The starts of the user's workouts, latest first, and whether the server's limit cut the list. */
export const startsQuery = (filters: StartFilters) =>
  queryOptions({
    queryKey: ['workouts', 'global-map', filters],
    queryFn: async () => (await unwrap(route.get({ query: { ...filters } }))).data,
  })
