import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { listAfter, type NextRows } from '@/store/db/pages-by-id'
import { fromJson, type ImportCounts, toJson } from '@/store/db/schema/columns'
import type { ImportEntriesTable } from '@/store/db/schema/tables.gen'
import { anyOf, hasRows } from '@/store/db/sql'

export type ImportEntryRow = Selectable<ImportEntriesTable>
export type NewImportEntry = Omit<Insertable<ImportEntriesTable>, 'id' | 'task_id'>

/** Rows of one statement: SQLite binds a limited number of values. */
const MAX_CONCURRENT = 500

/** Stores the results of some files of an import, and adds them to its counts. */
export async function insertImportEntries(
  db: Tx,
  taskId: number,
  entries: readonly NewImportEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += MAX_CONCURRENT) {
    const rows = entries.slice(start, start + MAX_CONCURRENT)
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

/** Recounts the files of an import by result. */
export async function recountImportEntries(db: Tx, taskId: number): Promise<void> {
  const rows = await db
    .selectFrom('import_entries')
    .select((eb) => ['result', eb.fn.countAll<number>().as('count')])
    .where('task_id', '=', taskId)
    .groupBy('result')
    .execute()
  await saveCounts(db, taskId, Object.fromEntries(rows.map((row) => [row.result, row.count])))
}

/** Returns which of these names entries of an import have already. */
export async function listEntryNames(
  db: Db,
  taskId: number,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('import_entries')
    .select('name')
    .where('task_id', '=', taskId)
    .where('name', 'in', anyOf(names))
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** The results of the next files of an import, in order. */
export const listImportEntries = (
  db: Db,
  { taskId, ...next }: NextRows & { taskId: number },
): Promise<ImportEntryRow[]> =>
  listAfter(db.selectFrom('import_entries').selectAll().where('task_id', '=', taskId), next)

/** The results of the previous files, in reverse order. */
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

/** Whether a later file of any import was added to a workout, and this was not undone. */
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

/** Records that the result of a file was undone, or why it was not. */
export const updateImportEntry = (db: Tx, id: number, changes: Partial<NewImportEntry>) =>
  db.updateTable('import_entries').set(changes).where('id', '=', id).execute()

/** Returns those workouts, by short id, that an import created. */
export async function listCreatedByImport(
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
