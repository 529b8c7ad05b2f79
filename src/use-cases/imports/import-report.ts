import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  type ArchiveOptions,
  TASK_COMPLETE,
  toJson,
  toSqlBool,
  type UploadData,
} from '@/db/columns'
import { pagesById } from '@/db/pages-by-id'
import {
  insertImportEntries,
  listImportEntries,
  type NewImportEntry,
} from '@/db/queries/import-entries'
import { countTaskErrors, saveTaskError } from '@/db/queries/user-task-errors'
import {
  findErroredUpload,
  findTaskById,
  insertTask,
  type TaskRow,
  updateTask,
} from '@/db/queries/user-tasks'
import { type InTransaction, transact } from '@/db/transact'
import { csvOf } from '@/lib/csv'
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
  yield csvOf([COLUMNS])
  const read = (after: number) => listImportEntries(ctx.db, { taskId, after, limit: ROWS_AT_ONCE })
  for await (const rows of pagesById(read))
    yield csvOf(
      rows.map(({ name, result, reason, workout_short_id: workout }) => [
        ...[name, result, reason, workout],
      ]),
    )
}

/** What is imported by no task, so that its report is kept and it can be undone. */
export interface OpenReport {
  /** Of the task that keeps it. */
  taskId: number
  shortId: string
  /** Entries that are in it already: those of the same import before it was interrupted. */
  done: number
  /** To be called in the transaction that makes what is noted. */
  note: (tx: Tx, entries: readonly NewImportEntry[]) => Promise<void>
  close: () => Promise<void>
}

const INTERRUPTED = 'the import was interrupted'

interface ReportStart {
  userId: number
  name: string
  count: number
  /** What is imported and how, so that the same import can go on after it was interrupted. */
  source?: { bytes: number; data: UploadData }
  /** Whether somebody waits for the answer: such imports are not among the tasks that clients know. */
  isAtOnce?: boolean
}

/**
 * Opens the report of an import that no task works on; until it is closed it counts as interrupted. That of the same
 * source, imported in the same way, is gone on with.
 */
export async function openReport(ctx: AppContext, start: ReportStart): Promise<OpenReport> {
  const task = await transact(
    ctx,
    async (tx) => (await findInterrupted(tx, start)) ?? (await startReport(tx, start)),
  )
  return {
    done: task.files_done,
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

const optionsOf = ({ source }: ReportStart) =>
  toJson<ArchiveOptions>(source ? { data: source.data } : {})

async function findInterrupted({ db }: Tx, start: ReportStart): Promise<TaskRow | undefined> {
  if (!start.source) return undefined
  return findErroredUpload(db, {
    user_id: start.userId,
    error: INTERRUPTED,
    original_file_name: start.name,
    file_size: start.source.bytes,
    files_count: start.count,
    options: optionsOf(start),
  })
}

const startReport = (tx: Tx, start: ReportStart) =>
  insertTask(tx.db, {
    short_id: tx.ids.shortId(),
    user_id: start.userId,
    type: 'workouts_archive_upload',
    created_at: tx.clock.now(),
    file_size: start.source?.bytes ?? null,
    files_count: start.count,
    original_file_name: start.name,
    options: optionsOf(start),
    is_at_once: toSqlBool(start.isAtOnce === true),
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
