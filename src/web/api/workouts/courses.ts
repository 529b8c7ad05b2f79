import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

/** A comparison of workouts, aligned along the track of the first one. */
export type Comparison = ResponseData<typeof api.workouts.compare.get>['data']['comparison']
/** One workout of a comparison; its columns have one value for each point of the common axis. */
export type ComparedWorkout = Comparison['workouts'][number]

type SameCourseResponse = ResponseData<ReturnType<typeof api.workouts>['same-route']['get']>
/** A workout on the same course as another one. */
export type CourseWorkout = SameCourseResponse['data']['workouts'][number]
/** The place of a workout on its course, by average speed. */
export type CourseRank = NonNullable<SameCourseResponse['data']['rank']>

/** Minimum and maximum number of workouts in a comparison. */
export const MIN_COMPARED = 2
export const MAX_COMPARED = 6

/** A comparison of two to six workouts. */
export const comparisonQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['comparison', ...ids],
    queryFn: async () =>
      (await unwrap(api.workouts.compare.get({ query: { ids: ids.join() } }))).data.comparison,
  })

/** Number of workouts per request, and the maximum shown for a course next to a workout. */
export const MAX_LISTED = 100

/** The latest workouts on the same course as a workout, of its sport or of all sports. */
export const sameCourseQuery = (id: string, anySport: boolean, limit = MAX_LISTED) =>
  queryOptions({
    queryKey: ['workout', id, 'same-route', anySport, limit],
    queryFn: async () => {
      const query = { per_page: String(limit), ...(anySport && { any_sport: 'true' }) }
      const call = api.workouts({ workout_short_id: id })['same-route'].get({ query })
      const { data, pagination } = await unwrap(call)
      return { workouts: data.workouts, rank: data.rank, total: pagination.total }
    },
  })
