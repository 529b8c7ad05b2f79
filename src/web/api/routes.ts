import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

/** Workouts beside each other, along the way of the first. */
export type Comparison = DataOf<typeof api.workouts.compare.get>['data']['comparison']
/** One of them: each column is along the common axis. */
export type Compared = Comparison['workouts'][number]

type SameRouteAnswer = DataOf<ReturnType<typeof api.workouts>['same-route']['get']>
/** A workout on the same route as another one. */
export type RouteWorkout = SameRouteAnswer['data']['workouts'][number]

/** How many workouts can be compared. */
export const LEAST_COMPARED = 2
export const MOST_COMPARED = 6

/** Two to six workouts beside each other. */
export const comparisonQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['comparison', ...ids],
    queryFn: async () =>
      (await dataOf(api.workouts.compare.get({ query: { ids: ids.join() } }))).data.comparison,
  })

/** So many of the latest workouts of a route are shown. */
const LATEST = 100

/** The latest workouts on the route of one, of its own sport or of all. */
export const sameRouteQuery = (id: string, anySport: boolean, most = LATEST) =>
  queryOptions({
    queryKey: ['workout', id, 'same-route', anySport, most],
    queryFn: async () => {
      const query = { per_page: String(most), ...(anySport && { any_sport: 'true' }) }
      const call = api.workouts({ workout_short_id: id })['same-route'].get({ query })
      const { data, pagination } = await dataOf(call)
      return { workouts: data.workouts, total: pagination.total }
    },
  })

/** The own routes that were gone more than once, the most frequent first, page by page. */
export const frequentRoutesQuery = infiniteQueryOptions({
  queryKey: ['routes'],
  queryFn: ({ pageParam }) => dataOf(api.routes.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})
