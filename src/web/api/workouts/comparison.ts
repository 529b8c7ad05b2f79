import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

/** A comparison of workouts, aligned along the track of the first one. */
export type Comparison = ResponseData<typeof api.workouts.compare.get>['data']['comparison']
/** One workout of a comparison; its columns have one value for each point of the common axis. */
export type ComparedWorkout = Comparison['workouts'][number]

/** A comparison of two to six workouts. */
export const comparisonQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['comparison', ...ids],
    queryFn: async () =>
      (await unwrap(api.workouts.compare.get({ query: { ids: ids.join() } }))).data.comparison,
  })
