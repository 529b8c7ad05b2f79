import type { Insertable, Selectable } from 'kysely'
import { fromJson, type ImportCounts, toJson } from '@/db/columns'
import type { Db } from '@/db/open'
import { anyOf, hasRows } from '@/db/sql'
import type { ImportEntriesTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type ImportEntryRow = Selectable<ImportEntriesTable>
export type NewImportEntry = Omit<Insertable<ImportEntriesTable>, 'id' | 'task_id'>

/** Rows of one statement: SQLite binds a limited number of values. */
const MOST_AT_ONCE = 500

/** Notes what became of some files of an import, and counts them along with its others. */
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
  if (entries.length > 0) await countAlong(db, taskId, entries)
}

async function countAlong(
  db: Tx,
  taskId: number,
  entries: readonly NewImportEntry[],
): Promise<void> {
  const { results } = await db
    .selectFrom('user_tasks')
    .select('results')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  const counts = fromJson(results)
  for (const { result } of entries) counts[result] = (counts[result] ?? 0) + 1
  await saveCounts(db, taskId, counts)
}

const saveCounts = (db: Tx, taskId: number, counts: ImportCounts) =>
  db
    .updateTable('user_tasks')
    .set({ results: toJson(counts) })
    .where('id', '=', taskId)
    .execute()

/** Counts again how many files of an import ended how. */
export async function recountImportEntries(db: Tx, taskId: number): Promise<void> {
  const rows = await db
    .selectFrom('import_entries')
    .select((eb) => ['result', eb.fn.countAll<number>().as('count')])
    .where('task_id', '=', taskId)
    .groupBy('result')
    .execute()
  await saveCounts(db, taskId, Object.fromEntries(rows.map((row) => [row.result, row.count])))
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

/** The same from the last file to the first. */
export const listImportEntriesBefore = (
  db: Db,
  { taskId, before, limit }: { taskId: number; before: number; limit: number },
): Promise<ImportEntryRow[]> =>
  db
    .selectFrom('import_entries')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Whether a later file of any import was added to a workout, and was not taken back. */
export const hasLaterEntry = (
  db: Db,
  { shortId, after }: { shortId: string; after: number },
): Promise<boolean> =>
  hasRows(
    db
      .selectFrom('import_entries')
      .where('workout_short_id', '=', shortId)
      .where('id', '>', after)
      .where('result', '!=', 'undone')
      .where((eb) => eb.or([eb('result', '=', 'new'), eb('made', 'is not', null)])),
  )

/** Notes that what an import made of a file was taken back, or why not. */
export const updateImportEntry = (db: Tx, id: number, changes: Partial<NewImportEntry>) =>
  db.updateTable('import_entries').set(changes).where('id', '=', id).execute()

/** Which of these workouts, by their short ids, an import has made. */
export async function listMadeByImport(
  db: Db,
  taskId: number,
  shortIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('import_entries')
    .select('workout_short_id')
    .where('task_id', '=', taskId)
    .where('result', '=', 'new')
    .where('workout_short_id', 'in', anyOf(shortIds))
    .execute()
  return rows.flatMap(({ workout_short_id }) => workout_short_id ?? [])
}
