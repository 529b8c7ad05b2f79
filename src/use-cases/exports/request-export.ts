import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { toJson } from '@/db/columns'
import { deleteTask, findLatestTask, insertTask, type TaskRow } from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { badRequest, notFoundInList } from '@/errors'
import { DAY } from '@/lib/clock'
import { withdraw } from '@/notify/notify'
import { isOpenTask, taskStatus } from '@/policy/task'

const TYPE = 'user_data_export'

/**
 * Requests an archive of the caller's data, with the analysis of every recording if that is wanted. A finished one can be
 * replaced after a day, a failed one immediately.
 *
 * @throws 400 while a request is in progress or a recent archive exists.
 */
export function requestExport(
  ctx: AppContext,
  caller: Caller,
  { withAnalysis = false } = {},
): Promise<TaskRow> {
  return transact(ctx, async (tx) => {
    const former = await findLatestTask(tx.db, caller.userId, TYPE)
    if (former && isOpenTask(former)) throw badRequest('ongoing request exists')
    if (former && isRecent(former, tx.clock.now()))
      throw badRequest('completed request already exists')
    if (former) {
      await withdraw(tx, 'export_deleted', { taskId: former.id })
      await deleteTask(tx.db, former.id)
      const file = former.file_path
      if (file) tx.afterCommit(() => ctx.files.remove(file))
    }
    tx.afterCommit(() => ctx.newTask.raise())
    return insertTask(tx.db, {
      short_id: tx.ids.shortId(),
      user_id: caller.userId,
      type: TYPE,
      created_at: tx.clock.now(),
      ...(withAnalysis && { options: toJson({ withAnalysis }) }),
    })
  })
}

/** One of a time to come was made before the clock was set back: nobody knows when. */
const isRecent = (task: TaskRow, now: number) =>
  taskStatus(task) === 'successful' && now >= task.created_at && now - task.created_at < DAY

/** The caller's latest request, in any state. */
export const findExport = (ctx: AppContext, caller: Caller): Promise<TaskRow | undefined> =>
  findLatestTask(ctx.db, caller.userId, TYPE)

/** Absolute path of the caller's finished archive. @throws 404 for any other name. */
export async function requireExportFile(
  ctx: AppContext,
  caller: Caller,
  fileName: string,
): Promise<string> {
  const task = await findExport(ctx, caller)
  const path = task && taskStatus(task) === 'successful' ? task.file_path : null
  const isNamed = path?.split('/').at(-1) === fileName
  const file = path && isNamed ? await ctx.files.fetch(path) : undefined
  if (file === undefined) throw notFoundInList('archive', 'file not found')
  return file
}
