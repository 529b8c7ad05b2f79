import { stringify } from 'csv-stringify/sync'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { TASK_COMPLETE, toSqlBool } from '@/db/columns'
import {
  insertImportEntries,
  listImportEntries,
  type NewImportEntry,
} from '@/db/queries/import-entries'
import { countTaskErrors, saveTaskError } from '@/db/queries/user-task-errors'
import { findTaskById, insertTask, updateTask } from '@/db/queries/user-tasks'
import { type InTransaction, transact } from '@/db/transact'
import { requireOwnTask } from './read-upload-tasks'
import type { FileOutcome } from './store-judged'

type Tx = InTransaction<AppContext>

/** The row of the report about a file. */
export function entryOf({ file, stored, leftOut, refusal }: FileOutcome): NewImportEntry {
  const { name } = file
  if (leftOut !== undefined) return { name, result: 'skipped', reason: leftOut }
  if (stored === undefined) return { name, result: 'failed', reason: refusal ?? '' }
  const { result, reason, workout, row, original } = stored
  const made = row?.original_file ?? original ?? null
  return { name, result, reason, workout_short_id: workout.short_id, made }
}

/** Rows that are read at once, so that a report of any length takes no memory. */
const ROWS_AT_ONCE = 500

const COLUMNS = ['file', 'result', 'reason', 'workout']

/** The report of one of the caller's imports as CSV, in chunks. @throws 404 */
export async function readReport(ctx: AppContext, caller: Caller, shortId: string) {
  const task = await requireOwnTask(ctx, caller, shortId)
  return reportRows(ctx, task.id)
}

async function* reportRows(ctx: AppContext, taskId: number): AsyncGenerator<string> {
  yield stringify([COLUMNS])
  let after = 0
  for (;;) {
    const rows = await listImportEntries(ctx.db, { taskId, after, limit: ROWS_AT_ONCE })
    if (rows.length === 0) return
    yield stringify(
      rows.map(({ name, result, reason, workout_short_id }) => [
        harmless(name),
        result,
        harmless(reason),
        workout_short_id ?? '',
      ]),
    )
    after = rows.at(-1)?.id ?? 0
  }
}

/** Spreadsheets take texts that begin so for formulas. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** What is imported by no task, so that its report is kept and it can be undone. */
export interface OpenReport {
  /** Of the task that keeps it. */
  taskId: number
  shortId: string
  /** To be called in the transaction that makes what is noted. */
  note: (tx: Tx, entries: readonly NewImportEntry[]) => Promise<void>
  close: () => Promise<void>
}

const INTERRUPTED = 'the import was interrupted'

interface ReportStart {
  userId: number
  name: string
  count: number
  /** Whether somebody waits for the answer: such imports are not among the tasks that clients know. */
  isAtOnce?: boolean
}

/** Opens the report of an import that no task works on; until it is closed it counts as interrupted. */
export async function openReport(ctx: AppContext, start: ReportStart): Promise<OpenReport> {
  const task = await transact(ctx, (tx) => startReport(tx, start))
  return {
    taskId: task.id,
    shortId: task.short_id,
    note: (tx, entries) => noteEntries(tx, task.id, entries),
    close: () => transact(ctx, (tx) => closeReport(tx, task.id)),
  }
}

/** The whole report of an import, in the transaction that made all of it; answers its short id. */
export async function saveReport(
  tx: Tx,
  start: Omit<ReportStart, 'count'>,
  entries: readonly NewImportEntry[],
): Promise<string> {
  const task = await startReport(tx, { ...start, count: entries.length })
  await noteEntries(tx, task.id, entries)
  await closeReport(tx, task.id)
  return task.short_id
}

const startReport = (tx: Tx, { userId, name, count, isAtOnce = false }: ReportStart) =>
  insertTask(tx.db, {
    short_id: tx.ids.shortId(),
    user_id: userId,
    type: 'workouts_archive_upload',
    created_at: tx.clock.now(),
    files_count: count,
    original_file_name: name,
    is_at_once: toSqlBool(isAtOnce),
    is_errored: 1,
    error: INTERRUPTED,
  })

async function noteEntries(
  tx: Tx,
  taskId: number,
  entries: readonly NewImportEntry[],
): Promise<void> {
  await insertImportEntries(tx.db, taskId, entries)
  for (const { name, result, reason } of entries)
    if (result === 'failed')
      await saveTaskError(tx.db, { task_id: taskId, path: name, message: reason ?? '' })
  const task = await findTaskById(tx.db, taskId)
  if (!task) throw new Error('the report was deleted with its user')
  const created = entries.filter(({ result }) => result === 'new').length
  await updateTask(tx.db, taskId, {
    files_done: task.files_done + entries.length,
    new_workouts_count: task.new_workouts_count + created,
  })
}

async function closeReport(tx: Tx, taskId: number): Promise<void> {
  if (!(await findTaskById(tx.db, taskId))) return
  await updateTask(tx.db, taskId, {
    is_errored: toSqlBool((await countTaskErrors(tx.db, taskId)) > 0),
    error: null,
    progress: TASK_COMPLETE,
    updated_at: tx.clock.now(),
  })
}
