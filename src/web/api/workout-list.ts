import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import type { WorkoutFilters } from './workout-filters'

type Listed = DataOf<typeof api.workouts.get>['data']
/** Sums over the workouts of a list; seconds and kilometres. */
export type ListSums = NonNullable<Listed['statistics']>['all']

const PAGE_SIZE = '20'

/** The own workouts that pass the filters, page by page, with sums over all of them. */
export const filteredQuery = (filters: WorkoutFilters) =>
  infiniteQueryOptions({
    queryKey: ['workouts', filters],
    queryFn: ({ pageParam }) => {
      const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
      const page = { page: String(pageParam), per_page: PAGE_SIZE, with_statistics: 'true' }
      return dataOf(api.workouts.get({ query: { ...given, ...page } }))
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.page + 1 : undefined),
  })
