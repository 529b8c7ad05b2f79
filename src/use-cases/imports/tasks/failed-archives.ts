import { DAY } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  listAbortedUploads,
  listRetainedUploads,
  type TaskRow,
  updateTask,
} from '@/store/db/queries/tasks/user-tasks'

/** Days for which the archive of a failed import is retained, so that the import can be started again. */
const RETENTION_DAYS = 14
/** Bytes of all retained archives. A single one has at most 2 GB. */
const MAX_RETAINED = 4 * 1024 ** 3

type Transaction = InTransaction<AppContext>

/** Retains the archive of the last failed import of each user, and deletes the oldest ones when they need too much space. */
export async function limitRetainedArchives(tx: Transaction): Promise<void> {
  const users = new Set<number>()
  let bytes = 0
  for (const task of await listRetainedUploads(tx.db)) {
    const size = task.file_size ?? 0
    const isRetained = !users.has(task.user_id) && bytes + size <= MAX_RETAINED
    if (!isRetained) await deleteArchive(tx, task)
    else bytes += size
    users.add(task.user_id)
  }
}

/** Deletes the archives of imports that failed long ago, and those that remain of aborted imports. */
export async function cleanFailedArchives(ctx: AppContext): Promise<void> {
  await transact(ctx, async (tx) => {
    const before = ctx.clock.now() - RETENTION_DAYS * DAY
    const failed = await listRetainedUploads(tx.db)
    const old = failed.filter(({ updated_at, created_at }) => (updated_at ?? created_at) < before)
    const aborted = await listAbortedUploads(tx.db, ctx.clock.now() - DAY)
    for (const task of [...old, ...aborted]) await deleteArchive(tx, task)
  })
}

/** Deletes the archive of an import, which therefore cannot be started again. */
export async function deleteArchive(tx: Transaction, task: TaskRow): Promise<void> {
  const { id, file_path: archive } = task
  if (archive === null) return
  await updateTask(tx.db, id, { file_path: null })
  tx.afterCommit(() => tx.files.remove(archive))
}
