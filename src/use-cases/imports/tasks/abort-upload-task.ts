import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { isOpenTask } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { deletePreviousRecordingsOf } from '@/store/db/queries/tasks/previous-recordings'
import { deleteTask, type TaskRow, updateTask } from '@/store/db/queries/tasks/user-tasks'
import { deleteArchive } from './failed-archives'
import { requireOwnTask, withErrors } from './read-upload-tasks'

/**
 * Aborts a task after its current file. Workouts imported before are not deleted.
 *
 * @throws 404; 400 when the task has ended.
 */
export function abortUploadTask(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const task = await requireOwnTask(tx, caller, shortId)
    return withErrors(tx, await abortTask(tx, task))
  })
}

/** Aborts an open task of any type. @throws 400 when it has ended. */
export async function abortTask(tx: InTransaction<AppContext>, task: TaskRow): Promise<TaskRow> {
  if (!isOpenTask(task)) throw badRequest('only queued and ongoing tasks can be aborted')
  // If a worker has leased this task, it has the archive open and deletes it after the current file.
  if (task.claimed_by === null) await deleteArchive(tx, task)
  return updateTask(tx.db, task.id, { is_aborted: 1, updated_at: tx.clock.now() })
}

/** Deletes a task. @throws 404; 400 while the task is queued or in progress. */
export async function deleteUploadTask(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const task = await requireOwnTask(tx, caller, shortId)
    if (isOpenTask(task))
      throw badRequest('queued or ongoing workout upload task can not be deleted')
    await withdraw(tx, 'upload_deleted', { taskId: task.id })
    await deletePreviousRecordingsOf(tx.db, task.id)
    await deleteTask(tx.db, task.id)
    const archive = task.file_path
    if (archive) tx.afterCommit(() => ctx.files.remove(archive))
  })
}
