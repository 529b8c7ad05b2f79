import type { Insertable, Selectable } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { ShareLinksTable } from '@/store/db/schema/tables.gen'

export type ShareLinkRow = Selectable<ShareLinksTable>

export const insertShareLink = (db: Tx, link: Insertable<ShareLinksTable>): Promise<ShareLinkRow> =>
  db.insertInto('share_links').values(link).returningAll().executeTakeFirstOrThrow()

/** Lists the links to a workout, newest first, including expired ones. */
export const listShareLinks = (db: Db, workoutId: number): Promise<ShareLinkRow[]> =>
  ofWorkout.all(db, { workoutId })

const ofWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('share_links')
    .selectAll()
    .where('workout_id', '=', workoutId)
    .orderBy('id', 'desc'),
)

/** The link with the digest of a secret, whether it has expired or not. */
export const findShareLink = (db: Db, hash: string): Promise<ShareLinkRow | undefined> =>
  byHash.first(db, { hash })

const byHash = prepared((db, { hash }: Placeholders<{ hash: string }>) =>
  db.selectFrom('share_links').selectAll().where('secret_hash', '=', hash),
)

/** Records the day (`YYYY-MM-DD`) on which a link was opened. */
export const recordShareLinkOpening = (db: Tx, { id, day }: { id: number; day: string }) =>
  db.updateTable('share_links').set({ last_opened_on: day }).where('id', '=', id).execute()

/** Lists the links to all workouts of a user, oldest first, with the short ids of their workouts. */
export const listShareLinksOf = (db: Db, userId: number) =>
  db
    .selectFrom('share_links')
    .innerJoin('workouts', 'workouts.id', 'share_links.workout_id')
    .selectAll('share_links')
    .select('workouts.short_id as workout_short_id')
    .where('workouts.user_id', '=', userId)
    .orderBy('share_links.id')
    .execute()

/** Deletes a link; returns whether it belonged to the workout. */
export async function deleteShareLink(
  db: Tx,
  { id, workoutId }: { id: number; workoutId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('share_links')
    .where('id', '=', id)
    .where('workout_id', '=', workoutId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
