import { queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'

type StatsRoutes = ReturnType<typeof api.stats>

/** What the workouts of one sport add up to; seconds, kilometres, metres. */
export type SportSums = DataOf<StatsRoutes['by_sport']['get']>['data']['statistics'][string]
/** What the workouts of one sport in one period add up to; seconds, kilometres, metres. */
export type PeriodSums = {
  total_workouts: number
  total_distance: number
  total_duration: number
  total_ascent: number | null
}

/** What to sum up: a kind of period, first and last day. */
export type SumsRequest = { time: string; from: string; to: string }

/** Sums by the name of the period and the id of the sport; periods without workouts are left out. */
export const periodSumsQuery = (username: string, request: SumsRequest) =>
  queryOptions({
    queryKey: ['workouts', 'by-time', username, request],
    queryFn: async () => {
      const query = { ...request, type: 'total' }
      const { data } = await dataOf(api.stats({ user_name: username }).by_time.get({ query }))
      // Averages are the other type, which is not asked for.
      return data.statistics as Record<string, Record<string, PeriodSums>>
    },
  })

/** Sums by the id of the sport, over all time. */
export const sportSumsQuery = (username: string) =>
  queryOptions({
    queryKey: ['workouts', 'by-sport', username],
    queryFn: async () => {
      const routes = api.stats({ user_name: username })
      return (await dataOf(routes.by_sport.get({ query: {} }))).data.statistics
    },
  })
