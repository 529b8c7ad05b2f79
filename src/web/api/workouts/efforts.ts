import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

/** Analysis of a workout's recording. */
export type Analysis = ResponseData<
  ReturnType<typeof api.workouts>['analysis']['get']
>['data']['analysis']
/** A part of a workout between two distance marks. */
export type Split = NonNullable<Analysis['splits']['km']>[number]
/** A lap that the device or the athlete ended. */
export type Lap = Analysis['laps'][number]
/** A workout's best effort for one target. */
export type Effort = Analysis['efforts'][number]
/** The best effort for one target in all workouts. */
export type BestEffort = ResponseData<typeof api.efforts.get>['data']['efforts'][number]

/** Splits, pauses and best efforts of a workout. */
export const analysisQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'analysis'],
    queryFn: async () =>
      (await unwrap(api.workouts({ workout_short_id: id }).analysis.get())).data.analysis,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A range of days, `YYYY-MM-DD`, both included. An absent day leaves that end open. */
export interface Days {
  from?: string
  to?: string
}

/** The user's best efforts in a sport, in a range of days. */
export const bestEffortsQuery = (sportId: number, days: Days) =>
  queryOptions({
    queryKey: ['efforts', sportId, days],
    queryFn: async () =>
      (await unwrap(api.efforts.get({ query: { sport_id: sportId, ...days } }))).data.efforts,
  })

/** A distance or duration in one sport for which efforts are ranked. */
export interface EffortTarget extends Pick<Effort, 'kind' | 'target'> {
  sportId: number
}

const toParameters = ({ sportId, kind, target }: EffortTarget) => ({
  sport_id: sportId,
  kind,
  target,
})

/** The user's efforts for a target in a range of days, best first, page by page. */
export const rankingQuery = (target: EffortTarget, days: Days) =>
  infiniteQueryOptions({
    queryKey: ['efforts', 'ranking', target, days],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.efforts.ranking.get({
          query: { ...toParameters(target), ...days, page: String(pageParam) },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** The efforts for a target that improved on all earlier ones, latest first, page by page. */
export const effortHistoryQuery = (wanted: EffortTarget) =>
  infiniteQueryOptions({
    queryKey: ['efforts', 'history', wanted],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.efforts.history.get({
          query: { ...toParameters(wanted), per_page: '100', page: String(pageParam) },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** An effort in one of the user's workouts, and its rank among all of the user's efforts. */
export type RankedEffort = ResponseData<
  ReturnType<typeof api.workouts>['efforts']['get']
>['data']['efforts'][number]

/** The efforts in one of the user's workouts, with their ranks. */
export const rankedEffortsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'efforts'],
    queryFn: async () => (await unwrap(api.workouts({ workout_short_id: id }).efforts.get())).data,
  })
