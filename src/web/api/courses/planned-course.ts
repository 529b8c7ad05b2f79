import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'

/** The beginning of the keys of all queries of courses. */
export const COURSES_KEY = ['courses']

/** The course that one of the account's workouts was planned to follow; null if there is none. */
export const plannedCourseQuery = (workoutId: string) =>
  queryOptions({
    queryKey: [...COURSES_KEY, 'workout', workoutId],
    queryFn: async () =>
      (await unwrap(api.workouts({ workout_short_id: workoutId }).course.get())).data.planned,
  })

/** The course of a workout, and how closely the workout followed it. */
export type PlannedCourse = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof plannedCourseQuery>['queryFn']>>>
>

/** Chooses the course of a workout; null for none. */
export async function choosePlannedCourse(
  workoutId: string,
  courseId: string | null,
): Promise<void> {
  const body = { course_id: courseId }
  await unwrap(api.workouts({ workout_short_id: workoutId }).course.put(body))
}

/** Marks everything that depends on saved courses as stale. */
export const refreshCourses = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: COURSES_KEY })
