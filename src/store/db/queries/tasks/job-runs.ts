import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/** When each scheduled job was last completed, in milliseconds since the Unix epoch. */
export async function loadJobRuns(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('chore_runs').selectAll().execute()
  return new Map(rows.map(({ name, done_at }) => [name, done_at]))
}

/** Records when a scheduled job was completed. */
export async function saveJobRun(db: Tx, name: string, doneAt: number): Promise<void> {
  const row = { name, done_at: doneAt }
  await db
    .insertInto('chore_runs')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Job name under which the vacuum after deletions is recorded. */
const VACUUM = 'vacuum after deletions'

/** When the database was last vacuumed, in milliseconds since the Unix epoch; undefined when it is due. */
export async function findVacuum(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('chore_runs')
    .select('done_at')
    .where('name', '=', VACUUM)
    .executeTakeFirst()
  return row?.done_at
}

/** Makes a vacuum due. */
export const requireVacuum = (db: Tx) =>
  db.deleteFrom('chore_runs').where('name', '=', VACUUM).execute()

/** Records that the database was vacuumed. */
export const saveVacuum = (db: Tx, doneAt: number): Promise<void> => saveJobRun(db, VACUUM, doneAt)
