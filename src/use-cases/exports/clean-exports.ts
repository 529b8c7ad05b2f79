import { DAY } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { deleteTask, listTasksDoneBefore, updateTask } from '@/store/db/queries/tasks/user-tasks'

/** How much was deleted. */
interface CleanupResult {
  requests: number
  archives: number
  bytes: number
}

/** Earlier than any version of this program: an older timestamp means that the clock of the machine was not set. */
const EARLIEST = Date.UTC(2024, 0, 1)

/**
 * Deletes successful exports requested more than `days` ago, with their archives and notifications. Exports from before
 * the machine's clock was set are treated as if they were requested now.
 */
export async function cleanExports(ctx: AppContext, days: number): Promise<CleanupResult> {
  const now = ctx.clock.now()
  const before = now - days * DAY
  const tasks = await listTasksDoneBefore(ctx.db, 'user_data_export', before)
  const cleaned: CleanupResult = { requests: 0, archives: 0, bytes: 0 }
  for (const { id, created_at, file_path: file, file_size } of tasks) {
    if (created_at < EARLIEST) {
      await transact(ctx, ({ db }) => updateTask(db, id, { created_at: now }))
      continue
    }
    await transact(ctx, async (tx) => {
      await withdraw(tx, 'export_deleted', { taskId: id })
      await deleteTask(tx.db, id)
    })
    cleaned.requests += 1
    if (!file || !(await ctx.files.exists(file))) continue
    await ctx.files.remove(file)
    cleaned.archives += 1
    cleaned.bytes += file_size ?? 0
  }
  return cleaned
}
