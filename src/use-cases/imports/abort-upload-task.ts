import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { deleteFormerRecordingsOf } from '@/db/queries/former-recordings'
import { deleteTask, updateTask } from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { badRequest } from '@/errors'
import { withdraw } from '@/notify/notify'
import { isOpenTask } from '@/policy/task'
import { requireOwnTask, withError } from './read-upload-tasks'

/**
 * Aborts a task after its current file; workouts imported so far stay.
 *
 * @throws 404; 400 for a task that is over.
 */
export function abortUploadTask(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const task = await requireOwnTask(tx, caller, shortId)
    if (!isOpenTask(task)) throw badRequest('only queued and ongoing tasks can be aborted')
    // NOTE the worker on this task has the archive open and removes it after the current file.
    const archive = task.claimed_by === null ? task.file_path : null
    const aborted = await updateTask(tx.db, task.id, {
      is_aborted: 1,
      updated_at: tx.clock.now(),
      ...(archive && { file_path: null }),
    })
    if (archive) tx.afterCommit(() => ctx.files.remove(archive))
    return withError(tx, aborted)
  })
}

/** @throws 404; 400 while the task is queued or in progress. */
export async function removeUploadTask(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const task = await requireOwnTask(tx, caller, shortId)
    if (isOpenTask(task))
      throw badRequest('queued or ongoing workout upload task can not be deleted')
    await withdraw(tx, 'upload_deleted', { taskId: task.id })
    await deleteFormerRecordingsOf(tx.db, task.id)
    await deleteTask(tx.db, task.id)
    const archive = task.file_path
    if (archive) tx.afterCommit(() => ctx.files.remove(archive))
  })
}
