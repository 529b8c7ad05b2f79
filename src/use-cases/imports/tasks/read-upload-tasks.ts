import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { loadTaskErrors } from '@/store/db/queries/tasks/user-task-errors'
import { findTask, listTasksOf, type TaskRow } from '@/store/db/queries/tasks/user-tasks'

const TYPE = 'workouts_archive_upload'
type Deps = Pick<AppContext, 'db'>

/**
 * Returns one page of the caller's archive uploads, newest first. On request, includes imports that ran during their
 * request.
 */
export async function listUploadTasks(
  ctx: AppContext,
  caller: Caller,
  { withAtOnce, ...page }: { page: number; perPage: number; withAtOnce: boolean },
) {
  const which = { userId: caller.userId, type: TYPE, withAtOnce } as const
  const { rows, total } = await listTasksOf(ctx.db, which, page)
  return { views: await Promise.all(rows.map((task) => withErrors(ctx, task))), total }
}

/** Returns a task of the caller. @throws 404 when it is unknown or belongs to another user. */
export async function getUploadTask(ctx: Deps, caller: Caller, shortId: string) {
  return withErrors(ctx, await requireOwnTask(ctx, caller, shortId))
}

export async function requireOwnTask(ctx: Deps, caller: Caller, shortId: string): Promise<TaskRow> {
  const task = await findTask(ctx.db, { shortId, type: TYPE })
  if (task?.user_id !== caller.userId) throw noTask()
  return task
}

export const noTask = () => notFound('no task found')

/** Returns a task with its failed files. */
export const withErrors = async (ctx: Deps, task: TaskRow) => ({
  task,
  errors: await loadTaskErrors(ctx.db, task.id),
})
