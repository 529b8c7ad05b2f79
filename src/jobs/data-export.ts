import { rm } from 'node:fs/promises'
import type { AppContext } from '@/context'
import { fromJson, TASK_COMPLETE } from '@/db/columns'
import { findTaskById, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { getUserById } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { dataExportReady } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'
import { notify } from '@/notify/notify'
import { isOpenTask } from '@/policy/task'
import { writeExport } from './export-archive'
import type { TaskHandler, Turn } from './handler'

/**
 * Writes the archive of all data of a user. It is written under a temporary name and moved at the end, so that only
 * complete archives can be downloaded; an interrupted export starts again.
 */
export const dataExport: TaskHandler = { turn: Number.POSITIVE_INFINITY, work, fail }

async function work(ctx: AppContext, task: TaskRow, turn: Turn): Promise<void> {
  const user = await getUserById(ctx.db, task.user_id)
  const incoming = ctx.files.incoming()
  const { withAnalysis = false } = fromJson(task.options)
  if (!(await writeExport({ ctx, user, turn, withAnalysis }, incoming))) return
  const path = `exports/${user.id}/archive_${ctx.ids.secret(15)}.zip`
  const size = Bun.file(incoming).size
  await ctx.files.keep(incoming, path).catch(async (error) => {
    // It may be large, and is written again by each attempt.
    await rm(incoming, { force: true })
    throw error
  })
  await transact(ctx, async (tx) => {
    await updateTask(tx.db, task.id, {
      progress: TASK_COMPLETE,
      is_errored: 0,
      file_path: path,
      file_size: size,
      updated_at: tx.clock.now(),
      error: null,
    })
    await notify(tx, 'data_exported', { userId: user.id, taskId: task.id })
    await postMail(tx, user, dataExportReady)
  }).catch(async (error) => {
    await ctx.files.remove(path)
    throw error
  })
}

async function fail(ctx: AppContext, taskId: number): Promise<void> {
  await transact(ctx, async (tx) => {
    const task = await findTaskById(tx.db, taskId)
    if (task && isOpenTask(task))
      await updateTask(tx.db, task.id, { is_errored: 1, updated_at: tx.clock.now() })
  })
}
