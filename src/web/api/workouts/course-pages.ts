import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, unwrap } from '@/web/api/client/client'
import type { CourseWorkout } from './courses'

/** Number of workouts per request. */
const PAGE_SIZE = '100'

/** All workouts on the same course as a workout, of all sports, latest first: the best of them may be an old one. */
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'course'],
    queryFn: async () => {
      const workouts: CourseWorkout[] = []
      for (let page = 1; ; page += 1) {
        const query = {
          per_page: PAGE_SIZE,
          page: String(page),
          any_sport: 'true' as const,
        }
        const call = api.workouts({ workout_short_id: id })['same-route'].get({ query })
        const { data, pagination } = await unwrap(call)
        workouts.push(...data.workouts)
        if (!pagination.has_next) return workouts
      }
    },
  })

/** The courses that the user has done more than once, most frequent first, page by page. */
export const frequentCoursesQuery = infiniteQueryOptions({
  queryKey: ['routes'],
  queryFn: ({ pageParam }) => unwrap(api.routes.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})
