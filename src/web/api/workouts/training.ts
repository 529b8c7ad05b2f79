import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

type ThresholdsData = ResponseData<typeof api.thresholds.get>['data']

/** A threshold, such as the maximum heart rate, which applies from a day on and defines zones and training load. */
export type Threshold = ThresholdsData['thresholds'][number]
export type ThresholdKind = Threshold['kind']
/** The methods for computing heart rate zones and TRIMP. */
export type ZoneRules = ThresholdsData['rules']
/** A threshold suggested by a best effort. */
export type Suggestion = ResponseData<
  typeof api.thresholds.suggestions.get
>['data']['suggestions'][number]
/** Training load of a workout. */
export type WorkoutLoad = NonNullable<
  ResponseData<ReturnType<typeof api.workouts>['load']['get']>['data']['load']
>
/** Fitness, fatigue and training balance of the user after a day. */
export type DayFitness = ResponseData<typeof api.load.get>['data']['days'][number]
/** Training load of the workouts of a period. */
export type PeriodLoad = ResponseData<typeof api.load.periods.get>['data']['periods'][number]
export const ZONE_KINDS = ['heart_rate', 'power', 'pace'] as const
export type ZoneKind = (typeof ZONE_KINDS)[number]

/** Interval in milliseconds for polling the progress of an update. */
const UPDATE_POLL_MS = 2000
const THRESHOLDS = ['thresholds']

/** Returns the polling interval: short while loads are being recomputed, otherwise no polling. */
const getPollInterval = (update: object | null | undefined) => (update ? UPDATE_POLL_MS : false)

/**
 * The account's thresholds, latest day first, page by page. Also contains the methods for computing zones, and the
 * progress if loads are being recomputed.
 */
export const thresholdsQuery = infiniteQueryOptions({
  queryKey: [...THRESHOLDS, 'list'],
  queryFn: ({ pageParam }) => unwrap(api.thresholds.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
  refetchInterval: ({ state }) => getPollInterval(state.data?.pages[0]?.data.update),
})

/** The thresholds that best efforts suggest. */
export const suggestionsQuery = queryOptions({
  queryKey: [...THRESHOLDS, 'suggestions'],
  queryFn: async () => (await unwrap(api.thresholds.suggestions.get())).data.suggestions,
})

/** Today's zones in a sport. */
export const zonesQuery = (sportId: number) =>
  queryOptions({
    queryKey: [...THRESHOLDS, 'zones', sportId],
    queryFn: async () =>
      (await unwrap(api.thresholds.zones.get({ query: { sport_id: sportId } }))).data,
  })

const inSport = (sport_id: number | null) => ({ query: sport_id === null ? {} : { sport_id } })

/** Saves a threshold, replacing the existing one of that day. */
export async function saveThreshold({ kind, day, sport_id, value }: Threshold): Promise<void> {
  await unwrap(api.thresholds({ kind })({ day }).put({ value }, inSport(sport_id)))
}

/** Deletes a threshold. */
export async function deleteThreshold({ kind, day, sport_id }: Threshold): Promise<void> {
  await unwrap(api.thresholds({ kind })({ day }).delete(undefined, inSport(sport_id)))
}

/** Saves the methods for computing zones. */
export async function saveZoneRules(rules: Partial<ZoneRules>): Promise<void> {
  await unwrap(api.thresholds.rules.patch(rules))
}

/** Marks everything that depends on thresholds as stale. */
export const refreshTraining = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [THRESHOLDS, ['load'], ['workout']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )

/** Training load of a workout; null if nothing suitable was measured. */
export const workoutLoadQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'load'],
    queryFn: async () =>
      (await unwrap(api.workouts({ workout_short_id: id }).load.get())).data.load,
  })

/** Fitness and training balance after each day since `from`, and the progress if loads are being recomputed. */
export const fitnessQuery = (from: string) =>
  queryOptions({
    queryKey: ['load', 'days', from],
    queryFn: async () => (await unwrap(api.load.get({ query: { from } }))).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => getPollInterval(state.data?.update),
  })

/** Query key prefix of the loads by period. */
export const PERIOD_LOADS = ['load', 'periods']

/** Load and time in zones by period, since a day. */
export const periodLoadsQuery = (time: string, from: string) =>
  queryOptions({
    queryKey: [...PERIOD_LOADS, time, from],
    queryFn: async () =>
      (await unwrap(api.load.periods.get({ query: { time, from } }))).data.periods,
    placeholderData: keepPreviousData,
  })
