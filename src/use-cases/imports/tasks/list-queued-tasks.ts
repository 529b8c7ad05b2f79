import { badRequestAs } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { countQueuedTasks, listQueuedTasks } from '@/store/db/queries/tasks/user-tasks'
import { TASK_TYPES, type TaskType } from '@/store/db/schema/columns'
import { loadSeenUsers } from '@/use-cases/views/user'

/** Counts the queued tasks of every type; `withRunning` also counts those that have started. */
export async function countQueue(
  ctx: AppContext,
  withRunning: boolean,
): Promise<Record<TaskType, number>> {
  const counts = await countQueuedTasks(ctx.db, withRunning)
  return {
    user_data_export: counts.get('user_data_export') ?? 0,
    workouts_archive_upload: counts.get('workouts_archive_upload') ?? 0,
  }
}

/**
 * Returns one page of the queued tasks of a type with their users, newest first.
 *
 * @throws 400 when the type is unknown.
 */
export async function listQueue(
  ctx: AppContext,
  caller: Caller,
  request: { type: string; withRunning: boolean; page: { page: number; perPage: number } },
) {
  const type = TASK_TYPES.find((one) => one === request.type)
  if (!type) throw badRequestAs('invalid', 'invalid task type')
  const { rows, total } = await listQueuedTasks(ctx.db, type, {
    ...request.page,
    withRunning: request.withRunning,
  })
  const users = await loadSeenUsers(
    ctx,
    caller,
    rows.map(({ user_id }) => user_id),
  )
  return { tasks: rows.map((task) => ({ task, user: users.get(task.user_id) })), total }
}
