import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'

/** Fitness and training balance after each day since `from`, estimated with suggested thresholds, which it also contains. */
export const estimateQuery = (from: string) =>
  queryOptions({
    queryKey: ['load', 'estimate', from],
    queryFn: async () => (await unwrap(api.load.get({ query: { from, estimate: 'true' } }))).data,
    placeholderData: keepPreviousData,
  })
