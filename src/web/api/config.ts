import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** The public settings of this server. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await dataOf(api.config.get())).data,
  staleTime: 5 * 60_000,
})
