import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** The places of a name. */
export const placesQuery = (city: string, language: string) =>
  queryOptions({
    queryKey: ['places', city, language],
    queryFn: async () =>
      (await dataOf(api.geocode.search.get({ query: { city, language } }))).locations,
    staleTime: Number.POSITIVE_INFINITY,
  })
