import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import type { WorkoutFilters } from './workout-filters'

type WorkoutPage = ResponseData<typeof api.workouts.get>['data']
/** Totals over the workouts of a list; seconds and kilometres. */
export type ListTotals = NonNullable<WorkoutPage['statistics']>['all']

const omitEmpty = (filters: WorkoutFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )

/** Number of workouts on a page of the list. */
export const LIST_PAGE_SIZE = 50

/** One page of the user's workouts that match the filters. The first page includes totals over all matches. */
export const workoutPageQuery = (filters: WorkoutFilters, page: number) =>
  queryOptions({
    queryKey: ['workouts', 'found', filters, page],
    queryFn: () =>
      unwrap(
        api.workouts.get({
          query: {
            ...omitEmpty(filters),
            page: String(page),
            per_page: String(LIST_PAGE_SIZE),
            with_statistics: String(page === 1),
          },
        }),
      ),
  })

const PAGE_SIZE = '20'

/** The user's workouts that match the filters, 20 at a time. */
export const filteredWorkoutsQuery = (filters: WorkoutFilters) =>
  infiniteQueryOptions({
    queryKey: ['workouts', filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.workouts.get({
          query: { ...omitEmpty(filters), page: String(pageParam), per_page: PAGE_SIZE },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** The user's latest workouts whose title contains `title`. */
export const workoutsByTitleQuery = (title: string, count: number) =>
  queryOptions({
    queryKey: ['workouts', 'titled', title, count],
    queryFn: async () => {
      const query = { title, page: '1', per_page: String(count) }
      return (await unwrap(api.workouts.get({ query }))).data.workouts
    },
  })
