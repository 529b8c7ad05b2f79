import { rm } from 'node:fs/promises'
import { isOpenTask } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { dataExportReady } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { notify } from '@/services/notifications/notify'
import { transact, undoing } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findTaskById, type TaskRow, updateTask } from '@/store/db/queries/tasks/user-tasks'
import { fromJson, TASK_COMPLETE } from '@/store/db/schema/columns'
import type { ExportOptions } from '@/use-cases/exports/request-export'
import { writeExport } from './exports/write-data-export'
import { type Failure, MAX_CRASHES, type TaskHandler, type TimeSlice } from './handler'

/**
 * Writes the archive of all data of a user. The archive is written under a temporary name and renamed at the end, so
 * that only complete archives can be downloaded. An interrupted export starts again from the beginning.
 */
export const dataExport: TaskHandler = { timeSlice: Number.POSITIVE_INFINITY, work, fail }

async function work(ctx: AppContext, task: TaskRow, slice: TimeSlice): Promise<void> {
  const user = await getUserById(ctx.db, task.user_id)
  const incoming = ctx.files.incoming()
  const { withAnalysis = false }: ExportOptions = fromJson(task.options)
  if (!(await writeExport({ ctx, user, slice, withAnalysis }, incoming))) return
  const path = `exports/${user.id}/archive_${ctx.ids.secret(15)}.zip`
  const size = Bun.file(incoming).size
  await ctx.files.store(incoming, path).catch(async (error) => {
    // The file may be large, and each attempt writes it again.
    await rm(incoming, { force: true })
    throw error
  })
  const isStored = await transact(ctx, async (tx) => {
    const current = await findTaskById(tx.db, task.id)
    if (!current || !isOpenTask(current)) return false
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
    return true
  }).catch(undoing(() => ctx.files.remove(path)))
  // It was aborted or deleted meanwhile.
  if (!isStored) await ctx.files.remove(path)
}

const FAILURES: Record<Failure, string> = {
  time: 'the export took longer than TASKS_TIME_LIMIT',
  error: 'the export failed; the log contains the error',
  crash: `the server stopped ${MAX_CRASHES} times during the export`,
}

async function fail(ctx: AppContext, taskId: number, why: Failure): Promise<void> {
  await transact(ctx, async (tx) => {
    const task = await findTaskById(tx.db, taskId)
    if (task && isOpenTask(task))
      await updateTask(tx.db, task.id, {
        is_errored: 1,
        error: FAILURES[why],
        updated_at: tx.clock.now(),
      })
  })
}
