import { queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'

/** What a recording says of how it was done. */
export type Analysis = DataOf<
  ReturnType<typeof api.workouts>['analysis']['get']
>['data']['analysis']
/** A part of a workout between two marks of its distance. */
export type Split = NonNullable<Analysis['splits']['km']>[number]
/** The best of a workout for one target. */
export type Effort = Analysis['efforts'][number]
/** The best of all workouts for one target. */
export type BestEffort = DataOf<typeof api.efforts.get>['data']['efforts'][number]

/** Splits, pauses and best efforts of a workout. */
export const analysisQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'analysis'],
    queryFn: async () =>
      (await dataOf(api.workouts({ workout_short_id: id }).analysis.get())).data.analysis,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The own best efforts in a sport, since a day (`YYYY-MM-DD`) or ever. */
export const bestEffortsQuery = (sportId: number, from: string | undefined) =>
  queryOptions({
    queryKey: ['efforts', sportId, from ?? ''],
    queryFn: async () =>
      (await dataOf(api.efforts.get({ query: { sport_id: sportId, ...(from && { from }) } }))).data
        .efforts,
  })
