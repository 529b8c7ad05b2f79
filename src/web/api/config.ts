import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import type { Config } from './types'

/** The public settings of this server. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await request<{ data: Config }>('GET', 'config')).data,
  staleTime: 5 * 60_000,
})
