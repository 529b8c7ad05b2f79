import type { AppContext } from '@/context'
import type { TaskType } from '@/db/columns'
import {
  claimTask,
  findTask,
  findTaskById,
  type TaskRow,
  updateTask,
} from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { uuidOf } from '@/lib/short-id'
import { isOpenTask, taskStatus } from '@/policy/task'
import { newClaim } from './claims'
import { takeTurn } from './turn'

/** The waiting task of a type with an id. @throws Error with the text for the terminal. */
export async function requireQueuedTask(
  ctx: AppContext,
  shortId: string,
  type: TaskType,
): Promise<TaskRow> {
  if (uuidOf(shortId) === undefined) throw new Error('Invalid task id')
  const task = await findTask(ctx.db, { shortId, type })
  if (!task) throw new Error('No task found')
  if (taskStatus(task) !== 'queued') throw new Error('Task is not queued')
  return task
}

/**
 * Works on one task, without giving others a turn, until it is over or `isStopping`; a failed one is tried again.
 * Returns its final state, or undefined when another process works on it or it was deleted.
 *
 * @throws Error when the disk is full or the database locked.
 */
export async function runTask(
  ctx: AppContext,
  { id }: TaskRow,
  isStopping: () => boolean,
): Promise<TaskRow | undefined> {
  const given = await findTaskById(ctx.db, id)
  const afresh = { is_errored: 0, error: null, spent_ms: 0 } as const
  if (given?.is_errored) await transact(ctx, ({ db }) => updateTask(db, id, afresh))
  for (;;) {
    const task = await transact(ctx, ({ db }) => claimTask(db, id, newClaim(ctx)))
    if (!task) return undefined
    const end = await takeTurn(ctx, task, isStopping)
    const current = await findTaskById(ctx.db, id)
    if (end === 'blocked')
      throw new Error(current?.error ?? 'the disk is full or the database locked')
    if (!current || !isOpenTask(current) || isStopping()) return current
  }
}
