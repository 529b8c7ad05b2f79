import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import type { ListedWorkout } from './workouts'

/** The user's records, grouped by sport. */
export const recordsQuery = queryOptions({
  queryKey: ['records'],
  queryFn: async () => (await unwrap(api.records.get())).data.records,
})

const PAGE_SIZE = '100'

/** The user's workouts between two days (`YYYY-MM-DD`, both included), oldest first. */
export const daysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['workouts', 'days', from, to],
    queryFn: () => listDays(from, to),
  })

async function listDays(from: string, to: string): Promise<ListedWorkout[]> {
  const workouts: ListedWorkout[] = []
  for (let page = 1; ; page += 1) {
    const query = { from, to, order: 'asc' as const, page: String(page), per_page: PAGE_SIZE }
    const { data, pagination } = await unwrap(api.workouts.get({ query }))
    workouts.push(...data.workouts)
    if (!pagination.has_next) return workouts
  }
}

type StatsRoutes = ReturnType<typeof api.stats>

/** Totals of the workouts of one sport; seconds, kilometres, metres. */
export type SportTotals = ResponseData<StatsRoutes['by_sport']['get']>['data']['statistics'][string]
/** Totals of the workouts of one sport in one period; seconds, kilometres, metres. */
export type PeriodTotals = {
  total_workouts: number
  total_distance: number
  total_duration: number
  total_ascent: number | null
}

/** The kind of period to group by, and the first and last day. */
export type TotalsRequest = { time: string; from: string; to: string }

/** Totals by name of the period and id of the sport; periods without workouts are omitted. */
export const periodTotalsQuery = (username: string, request: TotalsRequest) =>
  queryOptions({
    queryKey: ['workouts', 'by-time', username, request],
    queryFn: async () => {
      const query = { ...request, type: 'total' }
      const { data } = await unwrap(api.stats({ user_name: username }).by_time.get({ query }))
      // The other type, averages, is not requested here.
      return data.statistics as Record<string, Record<string, PeriodTotals>>
    },
  })

/** Totals by id of the sport, over all time. */
export const sportTotalsQuery = (username: string) =>
  queryOptions({
    queryKey: ['workouts', 'by-sport', username],
    queryFn: async () => {
      const routes = api.stats({ user_name: username })
      return (await unwrap(routes.by_sport.get({ query: {} }))).data.statistics
    },
  })
