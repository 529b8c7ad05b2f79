import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** The own records, sport by sport. */
export const recordsQuery = queryOptions({
  queryKey: ['records'],
  queryFn: async () => (await dataOf(api.records.get())).data.records,
})
