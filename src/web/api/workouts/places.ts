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
