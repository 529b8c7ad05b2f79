import type { Insertable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { AttemptWindowsTable } from '@/store/db/schema/tables.gen'

export type AttemptWindow = Insertable<AttemptWindowsTable>

/** Lists the windows that have not ended at `now`. */
export const listAttemptWindows = (db: Db, now: number): Promise<AttemptWindow[]> =>
  db.selectFrom('attempt_windows').selectAll().where('ends_at', '>', now).execute()

/** Saves the latest count of each window. */
export async function saveAttemptWindows(db: Tx, windows: readonly AttemptWindow[]): Promise<void> {
  if (windows.length === 0) return
  await db
    .insertInto('attempt_windows')
    .values(windows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        ends_at: eb.ref('excluded.ends_at'),
        used: eb.ref('excluded.used'),
      })),
    )
    .execute()
}

/** Deletes up to `most` windows that ended before an instant; returns how many. */
export async function deleteEndedAttemptWindows(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('attempt_windows')
    .where('key', 'in', (eb) =>
      eb.selectFrom('attempt_windows').select('key').where('ends_at', '<=', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
