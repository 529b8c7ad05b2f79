import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  findCourse,
  type SavedCourseRow,
  searchCourses,
} from '@/store/db/queries/courses/saved-courses'
import type { PageRequest } from '@/store/db/sql'
import { unknownCourse } from './edit-course'

type Deps = Pick<AppContext, 'db'>

/** Returns one page of the caller's courses whose names contain a text, newest first. */
export const listCourses = (
  { db }: Deps,
  { userId }: Caller,
  { text, page }: { text: string; page: PageRequest },
) => searchCourses(db, { userId, text }, page)

/** Returns one of the caller's courses. @throws 404 */
export async function getCourse(
  { db }: Deps,
  { userId }: Caller,
  shortId: string,
): Promise<SavedCourseRow> {
  const course = await findCourse(db, { userId, shortId })
  if (!course) throw unknownCourse()
  return course
}
