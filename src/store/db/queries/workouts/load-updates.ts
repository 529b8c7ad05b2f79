import { type Selectable, sql } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { LoadUpdatesTable } from '@/store/db/schema/tables.gen'
import type { Span } from './best-efforts'

/** A time span for which a user's loads are being recomputed, with the progress. */
export type LoadUpdateRow = Selectable<LoadUpdatesTable>

/**
 * Requests recomputing the loads of a time span. Merges it with the rest of an unfinished update. Does nothing if there
 * are no workouts.
 */
export async function scheduleLoadUpdate(db: Tx, userId: number, span: Span): Promise<void> {
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

/** The progress of a user's update; undefined when there is nothing to do. */
export const findLoadUpdate = (db: Db, userId: number): Promise<LoadUpdateRow | undefined> =>
  ofUser.first(db, { userId })

const ofUser = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  db.selectFrom('load_updates').selectAll().where('user_id', '=', userId),
)

/** The update with the fewest workouts left, so that users with few workouts do not wait for those with many. */
export const findShortestLoadUpdate = (db: Db): Promise<LoadUpdateRow | undefined> =>
  db.selectFrom('load_updates').selectAll().orderBy(sql`total - done`).limit(1).executeTakeFirst()

/** The next workouts of an update, ordered by date. */
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

/** Records the progress of an update: `count` more workouts, up to `last`. */
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

/** Deletes the finished update of a user. */
export const deleteLoadUpdate = (db: Tx, userId: number) =>
  db.deleteFrom('load_updates').where('user_id', '=', userId).execute()
