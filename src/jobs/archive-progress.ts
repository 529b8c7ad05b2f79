import type { AppContext } from '@/context'
import { TASK_COMPLETE } from '@/db/columns'
import { insertImportEntries, type NewImportEntry } from '@/db/queries/import-entries'
import { countTaskErrors, saveTaskError } from '@/db/queries/user-task-errors'
import { findTaskById, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { type InTransaction, transact } from '@/db/transact'
import { syncLog } from '@/db/upkeep'
import { notify } from '@/notify/notify'
import { isOpenTask } from '@/policy/task'
import type { BatchListener } from '@/use-cases/imports/import-each'
import { entryOf } from '@/use-cases/imports/import-report'
import type { FileOutcome } from '@/use-cases/imports/store-judged'
import type { Turn } from './handler'

type Transaction = InTransaction<AppContext>

interface ArchiveRun {
  task: TaskRow
  turn: Turn
  /** What else the archive holds, for the report. */
  others: () => readonly NewImportEntry[]
  /** What is still to be done after the last entry. */
  finish?: (tx: Transaction) => Promise<void>
}

/**
 * A worker compiles its code for as long as it then reads a hundred files. What is found in the points of so many is found
 * after the import: it takes a quarter of the time, and nobody has asked for it yet.
 */
const MANY_FILES = 300

/** Of each recording of an archive that has so many left. */
export const urgencyOf = (left: number) => ({
  canWait: true,
  isOfMany: left >= MANY_FILES,
  isAnalysedLater: left >= MANY_FILES,
})

/** Keeps the progress of an archive with what is made of it, and ends the task after the last entry. */
export const listenerOf = (run: ArchiveRun): BatchListener => ({
  // What a power cut takes back is done again, as the position is taken back with it.
  syncedLater: true,
  shouldContinue: async () => !(await run.turn.isOver()),
  alongside: async (tx, outcomes) => {
    for (const { file, refusal } of outcomes)
      if (refusal !== undefined)
        await saveTaskError(tx.db, { task_id: run.task.id, path: file.name, message: refusal })
    await insertImportEntries(tx.db, run.task.id, outcomes.map(entryOf))
    await advance(tx, outcomes, run)
  },
})

/**
 * Advances by a few entries. After the last one the task is over and its user is notified; a task aborted meanwhile is
 * over already.
 */
export async function advance(
  tx: Transaction,
  outcomes: readonly FileOutcome[],
  { task: { id }, others, finish }: Omit<ArchiveRun, 'turn'>,
): Promise<void> {
  const task = await findTaskById(tx.db, id)
  if (!task) throw new Error('the task was deleted with its user')
  const done = task.files_done + outcomes.length
  const created = outcomes.filter(({ stored }) => stored?.row !== undefined).length
  const ends = done >= task.files_count && !task.is_aborted
  const errored = ends && (await countTaskErrors(tx.db, id)) > 0
  await updateTask(tx.db, id, {
    files_done: done,
    progress: ends ? TASK_COMPLETE : Math.floor((TASK_COMPLETE * done) / task.files_count),
    new_workouts_count: task.new_workouts_count + created,
    error: null,
    updated_at: tx.clock.now(),
    ...(errored && { is_errored: 1 }),
  })
  if (!ends) return
  await finish?.(tx)
  await insertImportEntries(tx.db, id, others())
  await close(tx, task)
}

async function close(tx: Transaction, task: TaskRow): Promise<void> {
  await notify(tx, 'archive_uploaded', { userId: task.user_id, taskId: task.id })
  await updateTask(tx.db, task.id, { file_path: null })
  const archive = task.file_path
  if (!archive) return
  tx.afterCommit(async () => {
    // As long as a power cut could take the end back, the archive is needed.
    await syncLog(tx.db)
    await tx.files.remove(archive)
  })
}

/** Ends a task that is still open with an error, and tells its user. */
export async function closeErrored(ctx: AppContext, id: number, error: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const task = await findTaskById(tx.db, id)
    if (!task || !isOpenTask(task)) return
    await updateTask(tx.db, id, { is_errored: 1, error, updated_at: tx.clock.now() })
    await close(tx, task)
  })
}
