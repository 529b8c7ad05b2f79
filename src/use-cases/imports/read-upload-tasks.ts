import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { loadTaskErrors } from '@/db/queries/user-task-errors'
import { findTask, listTasksOf, type TaskRow } from '@/db/queries/user-tasks'
import { notFound } from '@/errors'

const TYPE = 'workouts_archive_upload'
type Reader = Pick<AppContext, 'db'>

/** One page of the caller's archive uploads, newest first; on request also imports that were answered at once. */
export async function listUploadTasks(
  ctx: AppContext,
  caller: Caller,
  { withAtOnce, ...page }: { page: number; perPage: number; withAtOnce: boolean },
) {
  const which = { userId: caller.userId, type: TYPE, withAtOnce } as const
  const { rows, total } = await listTasksOf(ctx.db, which, page)
  return { views: await withErrors(ctx, rows), total }
}

/** @throws 404 for a task that is unknown or somebody else's. */
export async function getUploadTask(ctx: Reader, caller: Caller, shortId: string) {
  return withError(ctx, await requireOwnTask(ctx, caller, shortId))
}

export async function requireOwnTask(
  ctx: Reader,
  caller: Caller,
  shortId: string,
): Promise<TaskRow> {
  const task = await findTask(ctx.db, { shortId, type: TYPE })
  if (task?.user_id !== caller.userId) throw notFound('no task found')
  return task
}

async function withErrors(ctx: Reader, tasks: readonly TaskRow[]) {
  const errors = await loadTaskErrors(
    ctx.db,
    tasks.map(({ id }) => id),
  )
  return tasks.map((task) => ({ task, errors: errors.get(task.id) ?? {} }))
}

export async function withError(ctx: Reader, task: TaskRow) {
  const errors = await loadTaskErrors(ctx.db, [task.id])
  return { task, errors: errors.get(task.id) ?? {} }
}
