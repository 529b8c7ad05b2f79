import type { Expression, Insertable, Selectable, SqlBool, Updateable } from 'kysely'
import type { Db } from '@/db/open'
import { remembered, type Slots } from '@/db/prepared'
import { anyIn, anyOf, listPage, type Page, type PageRequest } from '@/db/sql'
import type { CommentsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

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

/** Deletes the comments that an import made. */
export const deleteImportedComments = (db: Tx, taskId: number) =>
  db.deleteFrom('comments').where('import_task_id', '=', taskId).execute()

/** One page of the comments on a workout that fit a condition on `comments`, oldest first. */
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

/** How many comments on each of these workouts fit a condition on `comments`; those without any are missing. */
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

const commented = remembered((db, wanted: Slots<{ userId: number; workoutIds: string }>) =>
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

const byIds = remembered((db, wanted: Slots<{ ids: string }>) =>
  db.selectFrom('comments').selectAll().where('id', 'in', anyIn<number>(wanted.ids)),
)

/** Comments by their row ids; those that are gone are missing. */
export async function loadComments(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, CommentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds.all(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** All comments of a user, oldest first, with the workout each is on while that exists. */
export const listCommentsBy = (db: Db, userId: number) =>
  db
    .selectFrom('comments')
    .leftJoin('workouts', 'workouts.id', 'comments.workout_id')
    .selectAll('comments')
    .select('workouts.short_id as workout_short_id')
    .where('comments.user_id', '=', userId)
    .orderBy('comments.id')
    .execute()
