import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SavedCourseRow } from './saved-courses'

/** What the owner of a workout says about its course. */
export interface PlannedCourse {
  /** Null if the workout followed no course. */
  course: SavedCourseRow | null
}

const ofWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('planned_courses')
    .leftJoin('saved_courses', 'saved_courses.id', 'planned_courses.course_id')
    .selectAll('saved_courses')
    .where('planned_courses.workout_id', '=', workoutId),
)

/** Returns the course of a workout; undefined if its owner has not chosen any. */
export async function findPlannedCourse(
  db: Db,
  workoutId: number,
): Promise<PlannedCourse | undefined> {
  const row = await ofWorkout.first(db, { workoutId })
  if (!row) return undefined
  return { course: row.id === null ? null : (row as SavedCourseRow) }
}

/** Sets the course of a workout, or that it has none. */
export const savePlannedCourse = (db: Tx, workoutId: number, courseId: number | null) =>
  db
    .insertInto('planned_courses')
    .values({ workout_id: workoutId, course_id: courseId })
    .onConflict((conflict) => conflict.column('workout_id').doUpdateSet({ course_id: courseId }))
    .execute()
