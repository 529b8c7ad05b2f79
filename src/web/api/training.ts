import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

type ThresholdsData = DataOf<typeof api.thresholds.get>['data']

/** What zones and load are measured by from a day on. */
export type Threshold = ThresholdsData['thresholds'][number]
export type ThresholdKind = Threshold['kind']
/** How zones of heart rate and TRIMP are made. */
export type ZoneRules = ThresholdsData['rules']
/** A threshold that a best effort speaks for. */
export type Suggestion = DataOf<
  typeof api.thresholds.suggestions.get
>['data']['suggestions'][number]
/** How hard a workout was. */
export type WorkoutLoad = NonNullable<
  DataOf<ReturnType<typeof api.workouts>['load']['get']>['data']['load']
>
/** How the account stands after a day. */
export type DayForm = DataOf<typeof api.load.get>['data']['days'][number]
/** What the workouts of a period come to. */
export type PeriodLoad = DataOf<typeof api.load.periods.get>['data']['periods'][number]
export const ZONE_KINDS = ['heart_rate', 'power', 'pace'] as const
export type ZoneKind = (typeof ZONE_KINDS)[number]

/** Milliseconds after which to look again how far an update is. */
const UPDATING = 2000
const THRESHOLDS = ['thresholds']

/** When to look again: soon while loads are made anew. */
const afterUpdate = (update: object | null | undefined) => (update ? UPDATING : false)

/** The thresholds of the account, the latest day first, page by page; with how zones are made, and how far loads are made anew. */
export const thresholdsQuery = infiniteQueryOptions({
  queryKey: [...THRESHOLDS, 'list'],
  queryFn: ({ pageParam }) => dataOf(api.thresholds.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
  refetchInterval: ({ state }) => afterUpdate(state.data?.pages[0]?.data.update),
})

/** What best efforts suggest. */
export const suggestionsQuery = queryOptions({
  queryKey: [...THRESHOLDS, 'suggestions'],
  queryFn: async () => (await dataOf(api.thresholds.suggestions.get())).data.suggestions,
})

/** The zones of today in a sport. */
export const zonesQuery = (sportId: number) =>
  queryOptions({
    queryKey: [...THRESHOLDS, 'zones', sportId],
    queryFn: async () =>
      (await dataOf(api.thresholds.zones.get({ query: { sport_id: sportId } }))).data,
  })

const inSport = (sport_id: number | null) => ({ query: sport_id === null ? {} : { sport_id } })

/** Notes a threshold, in place of what was noted for its day. */
export async function saveThreshold({ kind, day, sport_id, value }: Threshold): Promise<void> {
  await dataOf(api.thresholds({ kind })({ day }).put({ value }, inSport(sport_id)))
}

/** Forgets a threshold. */
export async function removeThreshold({ kind, day, sport_id }: Threshold): Promise<void> {
  await dataOf(api.thresholds({ kind })({ day }).delete(undefined, inSport(sport_id)))
}

/** Chooses how zones are made. */
export async function saveZoneRules(rules: Partial<ZoneRules>): Promise<void> {
  await dataOf(api.thresholds.rules.patch(rules))
}

/** Marks all as stale that depends on thresholds. */
export const refreshTraining = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [THRESHOLDS, ['load'], ['workout']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )

/** How hard a workout was; null where nothing was measured. */
export const workoutLoadQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'load'],
    queryFn: async () =>
      (await dataOf(api.workouts({ workout_short_id: id }).load.get())).data.load,
  })

/** How the account stands after each day since one, and how far loads are made anew. */
export const formQuery = (from: string) =>
  queryOptions({
    queryKey: ['load', 'days', from],
    queryFn: async () => (await dataOf(api.load.get({ query: { from } }))).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => afterUpdate(state.data?.update),
  })

/** Where the loads of periods are kept. */
export const PERIOD_LOADS = ['load', 'periods']

/** Load and time in zones by period, since a day. */
export const periodLoadsQuery = (time: string, from: string) =>
  queryOptions({
    queryKey: [...PERIOD_LOADS, time, from],
    queryFn: async () =>
      (await dataOf(api.load.periods.get({ query: { time, from } }))).data.periods,
    placeholderData: keepPreviousData,
  })
