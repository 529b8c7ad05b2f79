import { badRequest, invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { isRetryableTask } from '@/policy/task'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import {
  findTask,
  hasOpenTask,
  listTasksInState,
  TASK_STATES,
  type TaskChanges,
  type TaskRow,
  type TaskState,
  updateTask,
} from '@/store/db/queries/tasks/user-tasks'
import { loadSeenUsers } from '@/use-cases/views/user'
import { abortTask } from './abort-upload-task'
import { noTask } from './read-upload-tasks'

export { TASK_STATES }

/** The changes with which a failed task is started again. It continues where it ended. */
export const RESTARTED: TaskChanges = { is_errored: 0, error: null, spent_ms: 0, crashes: 0 }

/** @throws 400 for a state that does not exist. */
export function requireTaskState(text: string | undefined): TaskState {
  const state = TASK_STATES.find((one) => one === text)
  if (!state) throw invalidPayload('state')
  return state
}

/** Returns one page of the tasks of all users in a state, with their users, newest first. */
export async function listBackgroundTasks(
  ctx: AppContext,
  caller: Caller,
  { state, page }: { state: TaskState; page: { page: number; perPage: number } },
) {
  const { rows, total } = await listTasksInState(ctx.db, state, page)
  const users = await loadSeenUsers(
    ctx,
    caller,
    rows.map(({ user_id }) => user_id),
  )
  return { tasks: rows.map((task) => ({ task, user: users.get(task.user_id) })), total }
}

/**
 * Starts a failed task of any user again.
 *
 * @throws 404; 400 when it has not failed, its archive is gone, or its user has started another one.
 */
export async function retryTask(ctx: AppContext, caller: Caller, shortId: string) {
  const retried = await transact(ctx, async (tx) => {
    const task = await requireTask(tx, shortId)
    if (!isRetryableTask(task))
      throw badRequest('only failed tasks that still have their archive can be started again')
    if (await hasOpenTask(tx.db, task.user_id, task.type))
      throw badRequest('queued or ongoing task of this account exists')
    // Its user was notified that it failed.
    await withdraw(tx, 'upload_deleted', { taskId: task.id })
    await recordAudit(tx, caller, 'task_retried', factsOf(task))
    tx.afterCommit(() => ctx.newTask.raise())
    return updateTask(tx.db, task.id, RESTARTED)
  })
  return withUser(ctx, caller, retried)
}

/**
 * Aborts a task of any user after its current file. Imported workouts are not deleted.
 *
 * @throws 404; 400 when the task has ended.
 */
export async function cancelTask(ctx: AppContext, caller: Caller, shortId: string) {
  const cancelled = await transact(ctx, async (tx) => {
    const task = await abortTask(tx, await requireTask(tx, shortId))
    await recordAudit(tx, caller, 'task_cancelled', factsOf(task))
    return task
  })
  return withUser(ctx, caller, cancelled)
}

async function withUser(ctx: AppContext, caller: Caller, task: TaskRow) {
  const users = await loadSeenUsers(ctx, caller, [task.user_id])
  return { task, user: users.get(task.user_id) }
}

const factsOf = ({ user_id, type }: TaskRow) => ({ subjectId: user_id, details: { type } })

async function requireTask({ db }: Pick<AppContext, 'db'>, shortId: string): Promise<TaskRow> {
  const task = await findTask(db, { shortId })
  if (!task) throw noTask()
  return task
}
