import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

/** The user's records, and how each of them improved. */
export const recordProgressQuery = queryOptions({
  queryKey: ['records', 'progress'],
  queryFn: async () => (await unwrap(api.records.get({ query: { progress: 'true' } }))).data,
})

/** How a record improved. */
export type RecordProgress = NonNullable<
  ResponseData<typeof api.records.get>['data']['progress']
>[number]
