import { isOpenTask } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import { queueEvent } from '@/services/webhooks/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { insertImportEntries, type NewImportEntry } from '@/store/db/queries/tasks/import-entries'
import { countTaskErrors } from '@/store/db/queries/tasks/user-task-errors'
import { findTaskById, type TaskRow, updateTask } from '@/store/db/queries/tasks/user-tasks'
import { TASK_COMPLETE } from '@/store/db/schema/columns'
import type { BatchListener } from '@/use-cases/imports/receive/import-recordings'
import type { FileOutcome } from '@/use-cases/imports/store/store-workouts'
import { deleteArchive, limitRetainedArchives } from '@/use-cases/imports/tasks/failed-archives'
import { entriesOfFile, saveRejections } from '@/use-cases/imports/tasks/import-report'
import type { TimeSlice } from './handler'

type Transaction = InTransaction<AppContext>

interface ArchiveRun {
  task: TaskRow
  slice: TimeSlice
  /** Other entries of the archive, for the import's summary. */
  others: () => readonly NewImportEntry[]
  /** Runs in the transaction of the last entry. */
  finish?: (tx: Transaction) => Promise<void>
}

/**
 * From this number of files on, analysis is deferred until after the import, which then takes a quarter of the time. A
 * worker spends as long on compiling its analysis code as it then takes to read a hundred files, and no user waits for
 * the analyses yet.
 */
const MANY_FILES = 300

/** How to read each recording of an archive that has `left` files left. */
export const priorityOf = (left: number) => ({
  canWait: true,
  isAnalysedLater: left >= MANY_FILES,
})

/** Stores the progress of an archive in the transaction of its workouts, and ends the task after the last entry. */
export const createListener = (run: ArchiveRun): BatchListener => ({
  // Work lost in a power cut is done again, because the position is lost with it.
  syncedLater: true,
  shouldContinue: async () => !(await run.slice.isOver()),
  alongside: async (tx, outcomes) => {
    await saveRejections(tx.db, run.task.id, outcomes)
    await insertImportEntries(tx.db, run.task.id, outcomes.flatMap(entriesOfFile))
    await advance(tx, outcomes, run)
  },
})

/**
 * Advances a task by some entries. After the last one, ends the task and notifies its user, unless the task was aborted
 * and has therefore already ended.
 */
export async function advance(
  tx: Transaction,
  outcomes: readonly FileOutcome[],
  { task: { id }, others, finish }: Omit<ArchiveRun, 'slice'>,
): Promise<void> {
  const task = await findTaskById(tx.db, id)
  if (!task) throw new Error('the task was deleted with its user')
  const done = task.files_done + outcomes.length
  const created = outcomes
    .flatMap(({ stored, further = [] }) => [stored, ...further])
    .filter((result) => result?.row !== undefined).length
  const ends = done >= task.files_count && !task.is_aborted
  const errored = ends && (await countTaskErrors(tx.db, id)) > 0
  await updateTask(tx.db, id, {
    files_done: done,
    progress: ends ? TASK_COMPLETE : Math.floor((TASK_COMPLETE * done) / task.files_count),
    new_workouts_count: task.new_workouts_count + created,
    error: null,
    crashes: 0,
    updated_at: tx.clock.now(),
    ...(errored && { is_errored: 1 }),
  })
  if (!ends) return
  await finish?.(tx)
  await insertImportEntries(tx.db, id, others())
  await notifyOfEnd(tx, task)
  await deleteArchive(tx, task)
}

async function notifyOfEnd(tx: Transaction, { id, user_id: userId }: TaskRow): Promise<void> {
  await notify(tx, 'archive_uploaded', { userId, taskId: id })
  const task = await findTaskById(tx.db, id)
  if (!task) return
  await queueEvent(tx, [userId], 'import.finished', () => ({
    import: {
      id: task.short_id,
      files: task.files_count,
      new_workouts: task.new_workouts_count,
      has_errors: task.is_errored === 1,
      url: `${tx.config.uiUrl}/workouts/tasks/${task.short_id}`,
    },
  }))
}

/**
 * Marks a task that is still open as errored, and notifies its user. Its archive is retained for some days, because an
 * administrator can start the task again; that of an aborted task is deleted.
 */
export async function closeErrored(ctx: AppContext, id: number, error: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const task = await findTaskById(tx.db, id)
    if (!task) return
    if (task.is_aborted) return deleteArchive(tx, task)
    if (!isOpenTask(task)) return
    await updateTask(tx.db, id, { is_errored: 1, error, updated_at: tx.clock.now() })
    await notifyOfEnd(tx, task)
    await limitRetainedArchives(tx)
  })
}
