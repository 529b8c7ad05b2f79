import { type Selectable, sql } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'
import type { LoadUpdatesTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'
import type { Span } from './best-efforts'

/** A time in which the loads of a user are made anew, and how far that is. */
export type LoadUpdateRow = Selectable<LoadUpdatesTable>

/**
 * Notes that the loads of a time are to be made anew. What is still left of an earlier update is joined with it; nothing is
 * noted where there are none.
 */
export async function noteLoadUpdate(db: Tx, userId: number, span: Span): Promise<void> {
  const open = await findLoadUpdate(db, userId)
  const from = Math.min(span.from, open?.next_date ?? Number.POSITIVE_INFINITY)
  const before = Math.max(span.before, open?.before ?? Number.NEGATIVE_INFINITY)
  await deleteLoadUpdate(db, userId)
  const { total } = await db
    .selectFrom('workouts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('workout_date', '>=', from)
    .where('workout_date', '<', before)
    .executeTakeFirstOrThrow()
  if (total === 0) return
  const start = { next_date: from, next_id: 0, done: 0 }
  await db
    .insertInto('load_updates')
    .values({ user_id: userId, ...start, before, total })
    .execute()
}

/** How far the update of a user is; undefined when there is nothing to do. */
export const findLoadUpdate = (db: Db, userId: number): Promise<LoadUpdateRow | undefined> =>
  ofUser.first(db, { userId })

const ofUser = prepared((db, { userId }: Slots<{ userId: number }>) =>
  db.selectFrom('load_updates').selectAll().where('user_id', '=', userId),
)

/** The update with the fewest workouts left: nobody waits for somebody who has trained for longer. */
export const findShortestLoadUpdate = (db: Db): Promise<LoadUpdateRow | undefined> =>
  db.selectFrom('load_updates').selectAll().orderBy(sql`total - done`).limit(1).executeTakeFirst()

/** The next workouts of an update, in the order of their dates. */
export const listWorkoutsToUpdate = (
  db: Db,
  { user_id, next_date, next_id, before }: LoadUpdateRow,
  limit: number,
) =>
  db
    .selectFrom('workouts')
    .select(['id', 'user_id', 'sport_id', 'workout_date'])
    .select(['distance', 'moving', 'ave_hr', 'original_file'])
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(workout_date, id) >= (${next_date}, ${next_id})`)
    .where('workout_date', '<', before)
    .orderBy('workout_date')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Notes how far an update is: these workouts are done, the last of them among the rest. */
export const moveLoadUpdate = (
  db: Tx,
  userId: number,
  { last, count }: { last: { id: number; workout_date: number }; count: number },
) =>
  db
    .updateTable('load_updates')
    .set({ next_date: last.workout_date, next_id: last.id + 1, done: sql`done + ${count}` })
    .where('user_id', '=', userId)
    .execute()

/** Notes that the update of a user is finished. */
export const deleteLoadUpdate = (db: Tx, userId: number) =>
  db.deleteFrom('load_updates').where('user_id', '=', userId).execute()
