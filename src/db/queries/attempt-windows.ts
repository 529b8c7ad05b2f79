import type { Insertable } from 'kysely'
import type { Db } from '@/db/open'
import type { AttemptWindowsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type AttemptWindow = Insertable<AttemptWindowsTable>

/** The windows that have not ended at an instant. */
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

/** Deletes so many windows at most that ended before an instant; returns how many. */
export async function deleteEndedAttemptWindows(
  db: Tx,
  before: number,
  most: number,
): Promise<number> {
  const result = await db
    .deleteFrom('attempt_windows')
    .where('key', 'in', (eb) =>
      eb.selectFrom('attempt_windows').select('key').where('ends_at', '<=', before).limit(most),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
