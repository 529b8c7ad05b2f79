import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteCourse,
  type SavedCourseRow,
  updateCourse,
} from '@/store/db/queries/courses/saved-courses'
import { requireSport } from '@/use-cases/workouts/write/workout-fields'
import { type CourseFields, cutDescription, requireCourseName } from './course-fields'

type Deps = Pick<AppContext, 'db' | 'log'>

export const unknownCourse = () => notFound('course not found')

/** Changes one of the caller's courses. @throws 400 for an empty name or unknown sport, 404 for an unknown course */
export async function editCourse(
  ctx: Deps,
  caller: Caller,
  { id: shortId, changes }: { id: string; changes: Partial<CourseFields> },
): Promise<SavedCourseRow> {
  const { name, description, sport_id: sportId } = changes
  if (sportId != null) await requireSport(ctx, sportId)
  const columns = {
    ...(name !== undefined && { name: requireCourseName(name) }),
    ...(description !== undefined && { description: cutDescription(description) }),
    ...(sportId !== undefined && { sport_id: sportId }),
  }
  const of = { userId: caller.userId, shortId }
  const changed = await transact(ctx, ({ db }) => updateCourse(db, of, columns))
  if (!changed) throw unknownCourse()
  return changed
}

/** Deletes one of the caller's courses. Workouts that were planned with it have none then. @throws 404 */
export async function removeCourse(ctx: Deps, caller: Caller, shortId: string): Promise<void> {
  const of = { userId: caller.userId, shortId }
  const isDeleted = await transact(ctx, ({ db }) => deleteCourse(db, of))
  if (!isDeleted) throw unknownCourse()
}
