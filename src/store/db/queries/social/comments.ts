import {
  type Expression,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { CommentsTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type CommentRow = Selectable<CommentsTable>
export type NewComment = Insertable<CommentsTable>
export type CommentChanges = Updateable<CommentsTable>

export const findComment = (db: Db, shortId: string): Promise<CommentRow | undefined> =>
  db.selectFrom('comments').selectAll().where('short_id', '=', shortId).executeTakeFirst()

export const insertComment = (db: Tx, comment: NewComment): Promise<CommentRow> =>
  db.insertInto('comments').values(comment).returningAll().executeTakeFirstOrThrow()

export const updateComment = (db: Tx, id: number, changes: CommentChanges): Promise<CommentRow> =>
  db
    .updateTable('comments')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes a comment; mentions, likes and notifications of it go with it by foreign keys. */
export const deleteComment = (db: Tx, id: number) =>
  db.deleteFrom('comments').where('id', '=', id).execute()

/** Deletes the comments that an import created. */
export const deleteImportedComments = (db: Tx, taskId: number) =>
  db.deleteFrom('comments').where('import_task_id', '=', taskId).execute()

/** One page of the comments on a workout that match a condition on `comments`, oldest first. */
export const listCommentsOf = (
  db: Db,
  {
    workoutId,
    condition,
    page,
  }: { workoutId: number; condition: Expression<SqlBool>; page: PageRequest },
): Promise<Page<CommentRow>> =>
  listPage(
    db.selectFrom('comments').where('workout_id', '=', workoutId).where(condition),
    page,
    (comments) => comments.selectAll().orderBy('created_at').orderBy('id'),
  )

/**
 * Number of comments on each of these workouts that match a condition on `comments`; workouts without any are missing.
 */
export async function countComments(
  db: Db,
  { workoutIds, condition }: { workoutIds: readonly number[]; condition: Expression<SqlBool> },
): Promise<Map<number, number>> {
  if (workoutIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select(({ fn }) => ['workout_id', fn.countAll<number>().as('count')])
    .where('workout_id', 'in', anyOf(workoutIds))
    .where(condition)
    .groupBy('workout_id')
    .execute()
  return new Map(rows.flatMap(({ workout_id, count }) => (workout_id ? [[workout_id, count]] : [])))
}

const commented = cachedQuery((db, wanted: Placeholders<{ userId: number; workoutIds: string }>) =>
  db
    .selectFrom('comments')
    .select('workout_id')
    .distinct()
    .where('user_id', '=', wanted.userId)
    .where('workout_id', 'in', anyIn<number>(wanted.workoutIds)),
)

/** Which of these workouts a user has commented on. */
export async function loadCommentedWorkouts(
  db: Db,
  userId: number,
  workoutIds: readonly number[],
): Promise<Set<number>> {
  const rows = await commented.all(db, { userId, workoutIds: JSON.stringify(workoutIds) })
  return new Set(rows.flatMap(({ workout_id }) => workout_id ?? []))
}

const byIds = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db.selectFrom('comments').selectAll().where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Comments by row id; deleted ones are missing. */
export async function loadComments(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, CommentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** All comments of a user, oldest first, each with its workout if it still exists. */
export const listCommentsBy = (db: Db, userId: number) =>
  db
    .selectFrom('comments')
    .leftJoin('workouts', 'workouts.id', 'comments.workout_id')
    .selectAll('comments')
    .select('workouts.short_id as workout_short_id')
    .where('comments.user_id', '=', userId)
    .orderBy('comments.id')
    .execute()

/** The newest public comments of a user, including suspended ones. */
export const listPublicComments = (db: Db, userId: number, limit: number): Promise<CommentRow[]> =>
  db
    .selectFrom('comments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('text_visibility', '=', sql.lit('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
