import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/db/open'
import type { ImportEntriesTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type ImportEntryRow = Selectable<ImportEntriesTable>
export type NewImportEntry = Omit<Insertable<ImportEntriesTable>, 'id' | 'task_id'>

/** Rows of one statement: SQLite binds a limited number of values. */
const MOST_AT_ONCE = 500

/** Notes what became of some files of an import. */
export async function insertImportEntries(
  db: Tx,
  taskId: number,
  entries: readonly NewImportEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += MOST_AT_ONCE) {
    const rows = entries.slice(start, start + MOST_AT_ONCE)
    await db
      .insertInto('import_entries')
      .values(rows.map((entry) => ({ ...entry, task_id: taskId })))
      .execute()
  }
}

/** What became of the next files of an import, in their order. */
export const listImportEntries = (
  db: Db,
  { taskId, after, limit }: { taskId: number; after: number; limit: number },
): Promise<ImportEntryRow[]> =>
  db
    .selectFrom('import_entries')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Notes that what an import made of a file was taken back. */
export const updateImportEntry = (db: Tx, id: number, changes: Partial<NewImportEntry>) =>
  db.updateTable('import_entries').set(changes).where('id', '=', id).execute()
