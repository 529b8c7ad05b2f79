import { formatCsv } from '@/lib/text/csv'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { pagesById } from '@/store/db/pages-by-id'
import {
  insertImportEntries,
  listImportEntries,
  type NewImportEntry,
} from '@/store/db/queries/tasks/import-entries'
import { countTaskErrors, saveTaskError } from '@/store/db/queries/tasks/user-task-errors'
import {
  findErroredUpload,
  findTaskById,
  insertTask,
  type TaskRow,
  updateTask,
} from '@/store/db/queries/tasks/user-tasks'
import { TASK_COMPLETE, toJson, toSqlBool } from '@/store/db/schema/columns'
import type { UploadData } from '@/use-cases/imports/receive/upload-data'
import type { FileOutcome } from '@/use-cases/imports/store/store-workouts'
import type { ArchiveOptions } from './archive-options'
import { requireOwnTask } from './read-upload-tasks'

type Tx = InTransaction<AppContext>

/** Returns the rows of the report for a file: one for each workout in it. */
export function entriesOfFile({ file, stored, ...outcome }: FileOutcome): NewImportEntry[] {
  const { name } = file
  const { further = [], leftOut, rejection } = outcome
  if (leftOut !== undefined) return [{ name, result: 'skipped', reason: leftOut }]
  if (stored === undefined) return [{ name, result: 'failed', reason: rejection ?? '' }]
  return [stored, ...further].map(({ result, reason, workout, row, original }) => {
    const made = row?.original_file ?? original ?? null
    return { name, result, reason, workout_short_id: workout.short_id, made }
  })
}

/** Stores why files were rejected, and what makes them readable. */
export async function saveRejections(
  db: Tx['db'],
  taskId: number,
  outcomes: readonly FileOutcome[],
): Promise<void> {
  for (const { file, rejection, remedy } of outcomes)
    if (rejection !== undefined)
      await saveTaskError(db, {
        task_id: taskId,
        path: file.name,
        message: rejection,
        remedy: remedy ?? null,
      })
}

/** Number of rows per query, so that long reports need little memory. */
const ROWS_AT_ONCE = 500

const COLUMNS = ['file', 'result', 'reason', 'workout']

/** Returns the report of one of the caller's imports as CSV, in chunks. @throws 404 */
export async function readReport(ctx: AppContext, caller: Caller, shortId: string) {
  const task = await requireOwnTask(ctx, caller, shortId)
  return reportRows(ctx, task.id)
}

async function* reportRows(ctx: AppContext, taskId: number): AsyncGenerator<string> {
  yield formatCsv([COLUMNS])
  const read = (after: number) => listImportEntries(ctx.db, { taskId, after, limit: ROWS_AT_ONCE })
  for await (const rows of pagesById(read))
    yield formatCsv(
      rows.map(({ name, result, reason, workout_short_id: workout }) => [
        ...[name, result, reason, workout],
      ]),
    )
}

/**
 * The report of an import that does not run as a background task. It is stored as a task, so that the import can be
 * undone.
 */
export interface OpenReport {
  /** Id of that task. */
  taskId: number
  shortId: string
  /** Number of entries from a previous run of the same import that was interrupted. */
  done: number
  /** Adds the entries of files. Must be called in the transaction that creates their workouts. */
  note: (tx: Tx, outcomes: readonly FileOutcome[]) => Promise<NewImportEntry[]>
  /** Adds entries of files that are not read as recordings. */
  noteOthers: (tx: Tx, entries: readonly NewImportEntry[]) => Promise<void>
  close: () => Promise<void>
}

const INTERRUPTED = 'the import was interrupted'

interface ReportStart {
  userId: number
  name: string
  count: number
  /** The input of the import, so that an interrupted import can be continued. */
  source?: { bytes: number; data: UploadData }
  /** Whether the client waits for the result. Such imports are not listed as tasks. */
  isAtOnce?: boolean
}

/**
 * Opens the report of an import. Until it is closed, the import counts as interrupted. If an earlier import of the same
 * source with the same options was interrupted, continues its report.
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
    note: async (tx, outcomes) => {
      const entries = outcomes.flatMap(entriesOfFile)
      await addEntries(tx, task.id, { entries, files: outcomes.length })
      await saveRejections(tx.db, task.id, outcomes)
      return entries
    },
    noteOthers: (tx, entries) => addEntries(tx, task.id, { entries, files: entries.length }),
    close: () => transact(ctx, (tx) => closeReport(tx, task.id)),
  }
}

/** Saves the whole report of an import, in the transaction that stores its workouts. Returns its short id. */
export async function saveReport(
  tx: Tx,
  start: Omit<ReportStart, 'count'>,
  entries: readonly NewImportEntry[],
): Promise<string> {
  const task = await startReport(tx, { ...start, count: entries.length })
  await addEntries(tx, task.id, { entries, files: entries.length })
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

async function addEntries(
  tx: Tx,
  taskId: number,
  { entries, files }: { entries: readonly NewImportEntry[]; files: number },
): Promise<void> {
  await insertImportEntries(tx.db, taskId, entries)
  for (const { name, result, reason } of entries)
    if (result === 'failed')
      await saveTaskError(tx.db, { task_id: taskId, path: name, message: reason ?? '' })
  const task = await findTaskById(tx.db, taskId)
  if (!task) throw new Error('the report was deleted with its user')
  const created = entries.filter(({ result }) => result === 'new').length
  await updateTask(tx.db, taskId, {
    files_done: task.files_done + files,
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
