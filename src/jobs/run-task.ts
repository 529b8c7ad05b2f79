import { Failure } from '@/lib/failure'
import { decodeShortId } from '@/lib/text/short-id'
import { isOpenTask, taskStatus } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  claimTask,
  findTask,
  findTaskById,
  type TaskRow,
  updateTask,
} from '@/store/db/queries/tasks/user-tasks'
import type { TaskType } from '@/store/db/schema/columns'
import { RESTARTED } from '@/use-cases/imports/tasks/manage-tasks'
import { newLease } from './leases'
import { runTimeSlice } from './time-slice'

/** Gets the queued task with a type and id. @throws Error with the text for the terminal. */
export async function requireQueuedTask(
  ctx: AppContext,
  shortId: string,
  type: TaskType,
): Promise<TaskRow> {
  if (decodeShortId(shortId) === undefined)
    throw new Failure(
      'usage',
      `Invalid task id: ${shortId} is not one. They have 22 letters and digits.`,
    )
  const task = await findTask(ctx.db, { shortId, type })
  if (!task)
    throw new Failure(
      'notFound',
      `No task found: ${shortId} is not the id of a request of this kind.`,
    )
  if (taskStatus(task) !== 'queued')
    throw new Failure(
      'denied',
      `Task is not queued: ${shortId} has been processed, or is being processed.`,
    )
  return task
}

/**
 * Works on one task, without letting others have a time slice, until it ends or `isStopping`. A failed task is started
 * again. Returns its final state, or undefined when another process works on it or it was deleted.
 *
 * @throws Error when the disk is full or the database locked.
 */
export async function runTask(
  ctx: AppContext,
  { id }: TaskRow,
  isStopping: () => boolean,
): Promise<TaskRow | undefined> {
  const task = await findTaskById(ctx.db, id)
  if (task?.is_errored) await transact(ctx, ({ db }) => updateTask(db, id, RESTARTED))
  for (;;) {
    const task = await transact(ctx, ({ db }) => claimTask(db, id, newLease(ctx)))
    if (!task) return undefined
    const end = await runTimeSlice(ctx, task, isStopping)
    const current = await findTaskById(ctx.db, id)
    if (end === 'blocked')
      throw new Error(current?.error ?? 'the disk is full or the database locked')
    if (!current || !isOpenTask(current) || isStopping()) return current
  }
}
