import { presentExportedCourse } from '@/server/responses/saved-course'
import type { AppContext } from '@/services/context'
import { pagesById } from '@/store/db/pages-by-id'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { countCourses, listCoursesOf } from '@/store/db/queries/courses/saved-courses'
import { loadSportLabels } from './export-lists'

/** Small, because courses are loaded with their points. */
const PAGE = 10

interface Deps {
  ctx: Pick<AppContext, 'db'>
  user: Pick<UserRow, 'id'>
}

/** Whether a user has saved courses. The archives of users without any match the contract. */
export const hasCourses = async ({ ctx, user }: Deps): Promise<boolean> =>
  (await countCourses(ctx.db, user.id)) > 0

/** Yields the courses of a user, with their lines and waypoints. */
export async function* writeCourses({ ctx, user }: Deps): AsyncGenerator<unknown> {
  const labels = await loadSportLabels({ ctx })
  const read = (after: number) => listCoursesOf(ctx.db, { userId: user.id, after, limit: PAGE })
  for await (const courses of pagesById(read))
    for (const course of courses)
      yield presentExportedCourse(course, labels.get(course.sport_id ?? 0) ?? null)
}
