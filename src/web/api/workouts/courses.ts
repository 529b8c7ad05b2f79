import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

type SameCourseResponse = ResponseData<ReturnType<typeof api.workouts>['same-route']['get']>
/** A workout on the same course as another one. */
export type CourseWorkout = SameCourseResponse['data']['workouts'][number]
/** The place of a workout on its course, by average speed. */
export type CourseRank = NonNullable<SameCourseResponse['data']['rank']>

/** Maximum number of workouts on the same course that the page of a workout shows. */
const MAX_LISTED = 100

/** The latest workouts on the same course as a workout, of its sport or of all sports. */
export const sameCourseQuery = (id: string, anySport: boolean, limit = MAX_LISTED) =>
  queryOptions({
    queryKey: ['workout', id, 'same-route', anySport, limit],
    queryFn: async () => {
      const query = { per_page: String(limit), ...(anySport && { any_sport: 'true' }) }
      const call = api.workouts({ workout_short_id: id })['same-route'].get({ query })
      const { data, pagination } = await unwrap(call)
      return { ...data, total: pagination.total }
    },
  })
