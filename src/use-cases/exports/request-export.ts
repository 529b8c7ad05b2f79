import { badRequest, notFoundInList } from '@/lib/errors'
import { DAY } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import { isOpenTask, taskStatus } from '@/policy/task'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import {
  deleteTask,
  findLatestTask,
  insertTask,
  type TaskRow,
} from '@/store/db/queries/tasks/user-tasks'
import { toJson } from '@/store/db/schema/columns'

const TYPE = 'user_data_export'

/** Options of a data export, as stored with its task. */
export interface ExportOptions {
  /** Whether it also contains the analysis of every recording. */
  withAnalysis?: boolean
}

/**
 * Requests an archive of the caller's data, optionally with the analysis of every recording. A finished export can be
 * replaced after a day, a failed one at once.
 *
 * @throws 400 while a request is in progress or a recent archive exists.
 */
export function requestExport(
  ctx: AppContext,
  caller: Caller,
  { withAnalysis = false }: ExportOptions = {},
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
    await recordAudit(tx, caller, 'export_requested', { subjectId: caller.userId })
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

/** An export with a future timestamp does not count as recent: the clock was set back since, so its age is unknown. */
const isRecent = (task: TaskRow, now: number) =>
  taskStatus(task) === 'successful' && now >= task.created_at && now - task.created_at < DAY

/** Returns the caller's latest request, in any state. */
export const findExport = (ctx: AppContext, caller: Caller): Promise<TaskRow | undefined> =>
  findLatestTask(ctx.db, caller.userId, TYPE)

/** Returns the absolute path of the caller's finished archive. @throws 404 when it has another name. */
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
