import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

/** What a recording says of how it was done. */
export type Analysis = DataOf<
  ReturnType<typeof api.workouts>['analysis']['get']
>['data']['analysis']
/** A part of a workout between two marks of its distance. */
export type Split = NonNullable<Analysis['splits']['km']>[number]
/** A part of a workout that the device or the athlete ended. */
export type Lap = Analysis['laps'][number]
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

/** Days, `YYYY-MM-DD`, both included; from the beginning, or until today, where there is none. */
export interface Days {
  from?: string
  to?: string
}

/** The own best efforts in a sport, in some days or ever. */
export const bestEffortsQuery = (sportId: number, days: Days) =>
  queryOptions({
    queryKey: ['efforts', sportId, days],
    queryFn: async () =>
      (await dataOf(api.efforts.get({ query: { sport_id: sportId, ...days } }))).data.efforts,
  })

/** One distance or time of a sport. */
export interface EffortTarget extends Pick<Effort, 'kind' | 'target'> {
  sportId: number
}

const wordsOf = ({ sportId, kind, target }: EffortTarget) => ({ sport_id: sportId, kind, target })

/** The own efforts for a target, in some days or ever, the best first, page by page. */
export const rankingQuery = (wanted: EffortTarget, days: Days) =>
  infiniteQueryOptions({
    queryKey: ['efforts', 'ranking', wanted, days],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.efforts.ranking.get({
          query: { ...wordsOf(wanted), ...days, page: String(pageParam) },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** The efforts for a target that were each better than all before, the latest first, page by page. */
export const effortHistoryQuery = (wanted: EffortTarget) =>
  infiniteQueryOptions({
    queryKey: ['efforts', 'history', wanted],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.efforts.history.get({
          query: { ...wordsOf(wanted), per_page: '100', page: String(pageParam) },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** An effort of an own workout, and its place among all. */
export type PlacedEffort = DataOf<
  ReturnType<typeof api.workouts>['efforts']['get']
>['data']['efforts'][number]

/** The efforts of an own workout with their places. */
export const placedEffortsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'efforts'],
    queryFn: async () =>
      (await dataOf(api.workouts({ workout_short_id: id }).efforts.get())).data.efforts,
  })
