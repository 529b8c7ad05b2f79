import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'
import type { WorkoutFilters } from './workout-filters'

type Listed = DataOf<typeof api.workouts.get>['data']
/** Sums over the workouts of a list; seconds and kilometres. */
export type ListSums = NonNullable<Listed['statistics']>['all']

const given = (filters: WorkoutFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )

/** How many workouts a page of the list has. */
export const LIST_PAGE = 50

/** One page of the own workouts that pass the filters; the first with sums over all of them. */
export const foundQuery = (filters: WorkoutFilters, page: number) =>
  queryOptions({
    queryKey: ['workouts', 'found', filters, page],
    queryFn: () =>
      dataOf(
        api.workouts.get({
          query: {
            ...given(filters),
            page: String(page),
            per_page: String(LIST_PAGE),
            with_statistics: String(page === 1),
          },
        }),
      ),
  })

/** So many lines are asked for at a time. */
const LINES_PAGE = '100'

/** The lines of the own workouts that pass the filters, page by page. */
export const linesQuery = (filters: WorkoutFilters) =>
  infiniteQueryOptions({
    queryKey: ['workouts', 'lines', filters],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.workouts.collection.get({
          query: { ...given(filters), page: String(pageParam), per_page: LINES_PAGE },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

const FEW = '20'

/** The own workouts that pass the filters, a few at a time. */
export const filteredQuery = (filters: WorkoutFilters) =>
  infiniteQueryOptions({
    queryKey: ['workouts', filters],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.workouts.get({
          query: { ...given(filters), page: String(pageParam), per_page: FEW },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** The latest own workouts whose title contains something. */
export const titledQuery = (title: string, count: number) =>
  queryOptions({
    queryKey: ['workouts', 'titled', title, count],
    meta: { isBeside: true },
    queryFn: async () => {
      const query = { title, page: '1', per_page: String(count) }
      return (await dataOf(api.workouts.get({ query }))).data.workouts
    },
  })
