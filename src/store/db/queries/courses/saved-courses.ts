import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { listAfter, type NextRows } from '@/store/db/pages-by-id'
import type { SavedCoursesTable } from '@/store/db/schema/tables.gen'
import { countRows, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type SavedCourseRow = Selectable<SavedCoursesTable>

/** A course without its points, for lists. */
export type CourseSummaryRow = Omit<SavedCourseRow, 'points' | 'import_task_id'>

const SUMMARY = [
  ...(['id', 'short_id', 'user_id', 'sport_id', 'name', 'description', 'waypoints'] as const),
  ...(['point_count', 'length', 'ascent', 'descent', 'thumbnail', 'created_at'] as const),
  ...(['min_lat', 'min_lon', 'max_lat', 'max_lon'] as const),
] as const

export const insertCourse = (
  db: Tx,
  course: Insertable<SavedCoursesTable>,
): Promise<SavedCourseRow> =>
  db.insertInto('saved_courses').values(course).returningAll().executeTakeFirstOrThrow()

/** A course that must belong to a user. */
export interface OwnedCourse {
  userId: number
  shortId: string
}

const owned = prepared((db, { userId, shortId }: Placeholders<OwnedCourse>) =>
  db
    .selectFrom('saved_courses')
    .selectAll()
    .where('short_id', '=', shortId)
    .where('user_id', '=', userId),
)

export const findCourse = (db: Db, of: OwnedCourse): Promise<SavedCourseRow | undefined> =>
  owned.first(db, of)

/** Finds the id of the owner of the course with this short id. */
export async function findCourseOwner(db: Db, shortId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('saved_courses')
    .select('user_id')
    .where('short_id', '=', shortId)
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes the courses that an import added. */
export const deleteImportedCourses = (db: Tx, taskId: number) =>
  db.deleteFrom('saved_courses').where('import_task_id', '=', taskId).execute()

/** Changes a course of a user; undefined if there is none. */
export const updateCourse = (
  db: Tx,
  { userId, shortId }: OwnedCourse,
  changes: Updateable<SavedCoursesTable>,
): Promise<SavedCourseRow | undefined> =>
  db
    .updateTable('saved_courses')
    .set(changes)
    .where('short_id', '=', shortId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Deletes a course; returns whether it belonged to the user. */
export async function deleteCourse(db: Tx, { userId, shortId }: OwnedCourse): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_courses')
    .where('short_id', '=', shortId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The courses of a user whose names contain a text, in any case. */
const ofUser = (db: Db, { userId, text }: { userId: number; text: string }) =>
  db
    .selectFrom('saved_courses')
    .where('user_id', '=', userId)
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`instr(fold_case(name), fold_case(${text})) > 0`),
    )

/** Lists the courses of a user whose names contain a text, newest first. */
export const searchCourses = (
  db: Db,
  search: { userId: number; text: string },
  page: PageRequest,
): Promise<Page<CourseSummaryRow>> =>
  listPage(ofUser(db, search), page, (query) => query.select(SUMMARY).orderBy('id', 'desc'))

export const countCourses = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('saved_courses').where('user_id', '=', userId))

/** Returns up to `limit` courses of a user after one of them, oldest first. */
export const listCoursesOf = (
  db: Db,
  { userId, ...next }: NextRows & { userId: number },
): Promise<SavedCourseRow[]> =>
  listAfter(db.selectFrom('saved_courses').selectAll().where('user_id', '=', userId), next)

/** Properties of a recording that its course must share. */
interface SimilarCourseQuery {
  userId: number
  /** Metres. */
  length: number
  shortest: number
  longest: number
  minLat: number
  maxLat: number
  limit: number
}

const similar = prepared((db, slot: Placeholders<SimilarCourseQuery>) =>
  db
    .selectFrom('saved_courses')
    .selectAll()
    .where('user_id', '=', slot.userId)
    .where('length', '>=', slot.shortest)
    .where('length', '<=', slot.longest)
    .where('min_lat', '<=', slot.maxLat)
    .where('max_lat', '>=', slot.minLat)
    .orderBy(sql`abs(length - ${slot.length})`)
    .orderBy('id', 'desc')
    .limit(slot.limit),
)

/** Courses of a user that a recording may follow, the one with the most similar length first. */
export const listSimilarCourses = (db: Db, query: SimilarCourseQuery): Promise<SavedCourseRow[]> =>
  similar.all(db, query)
