import type { Db } from '@/db/open'
import type { Tx } from '@/db/transact'

/** When each chore was last done, in milliseconds since the Unix epoch. */
export async function loadChoreRuns(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('chore_runs').selectAll().execute()
  return new Map(rows.map(({ name, done_at }) => [name, done_at]))
}

/** Notes that a chore was done. */
export async function saveChoreRun(db: Tx, name: string, doneAt: number): Promise<void> {
  const row = { name, done_at: doneAt }
  await db
    .insertInto('chore_runs')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
