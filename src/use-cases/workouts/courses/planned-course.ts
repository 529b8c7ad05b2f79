import type { Outline } from '@/domain/analysis/outline'
import { searchBounds } from '@/domain/analysis/same-route'
import {
  type CourseComparison,
  compareWithCourse,
  isOnCourse,
  outlineOfCourse,
} from '@/domain/courses/compare-course'
import { decodeCourse } from '@/domain/courses/course-blob'
import type { CourseLine } from '@/domain/courses/course-line'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { findPlannedCourse, savePlannedCourse } from '@/store/db/queries/courses/planned-courses'
import { listSimilarCourses, type SavedCourseRow } from '@/store/db/queries/courses/saved-courses'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { loadOutline } from '@/use-cases/workouts/read/load-outline'
import { getCourse } from './read-courses'

type Deps = Pick<AppContext, 'db' | 'log'>

/** The course of a workout, and how closely the workout followed it. */
export interface PlannedCourseView {
  course: SavedCourseRow
  line: CourseLine
  /** Whether the owner has not chosen it, but the recording follows it. */
  isSuggested: boolean
  comparison: CourseComparison
}

/**
 * Returns the course that the owner has chosen for a workout, or else one of the owner's courses that the recording
 * follows; undefined without any, or without a recording that has positions.
 *
 * @throws 404 and 403 as `requireOwnWorkout`: others could learn from it where a hidden part of the workout is
 */
export async function getPlannedCourse(
  ctx: Deps,
  caller: Caller,
  workoutId: string,
): Promise<PlannedCourseView | undefined> {
  return findCourseOf(ctx, await requireOwnWorkout(ctx, caller, workoutId))
}

/**
 * Chooses the course of a workout, or that it has none.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, 404 when the caller has no such course
 */
export async function setPlannedCourse(
  ctx: Deps,
  caller: Caller,
  { workoutId, courseId }: { workoutId: string; courseId: string | null },
): Promise<PlannedCourseView | undefined> {
  const workout = await requireOwnWorkout(ctx, caller, workoutId)
  const course = courseId === null ? null : await getCourse(ctx, caller, courseId)
  await transact(ctx, ({ db }) => savePlannedCourse(db, workout.id, course?.id ?? null))
  return findCourseOf(ctx, workout)
}

async function findCourseOf(
  ctx: Deps,
  workout: WorkoutRow,
): Promise<PlannedCourseView | undefined> {
  const planned = await findPlannedCourse(ctx.db, workout.id)
  if (planned?.course === null) return undefined
  const outline = await loadOutline(ctx.db, workout.id)
  if (outline.size === 0) return undefined
  const isSuggested = planned === undefined
  const courses = planned ? [planned.course] : await listSimilar(ctx, workout, outline)
  for (const course of courses) {
    const line = decodeCourse(course.points)
    const courseOutline = outlineOfCourse(line)
    if (isSuggested && !isOnCourse(outline, courseOutline)) continue
    const comparison = compareWithCourse(outline, courseOutline)
    return { course, line, isSuggested, comparison }
  }
  return undefined
}

/** Maximum number of courses that are compared with a recording. */
const MAX_COMPARED = 10

function listSimilar(
  { db }: Deps,
  { user_id: userId, min_lat: minLat, max_lat: maxLat }: WorkoutRow,
  { size, step }: Outline,
): Promise<SavedCourseRow[]> | SavedCourseRow[] {
  if (minLat === null || maxLat === null) return []
  const length = size * step
  const { shortest, longest } = searchBounds(length)
  return listSimilarCourses(db, {
    ...{ userId, length, shortest, longest },
    ...{ minLat, maxLat, limit: MAX_COMPARED },
  })
}
