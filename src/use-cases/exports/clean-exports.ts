import type { AppContext } from '@/context'
import { deleteTask, listTasksDoneBefore, updateTask } from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { DAY } from '@/lib/clock'
import { withdraw } from '@/notify/notify'

/** What was removed. */
interface Cleaned {
  requests: number
  archives: number
  bytes: number
}

/** What was made before there was this program was made before the clock was set, who knows when. */
const EARLIEST = Date.UTC(2024, 0, 1)

/**
 * Removes successful exports requested more than `days` ago, with their archives and notifications. Those that were made
 * before the clock of the machine was set count as new.
 */
export async function cleanExports(ctx: AppContext, days: number): Promise<Cleaned> {
  const now = ctx.clock.now()
  const before = now - days * DAY
  const tasks = await listTasksDoneBefore(ctx.db, 'user_data_export', before)
  const cleaned: Cleaned = { requests: 0, archives: 0, bytes: 0 }
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
