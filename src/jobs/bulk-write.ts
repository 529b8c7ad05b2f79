import type { AppContext } from '@/services/context'
import { holdCheckpoints, syncLog } from '@/store/db/connections/maintenance'

/**
 * Runs work that writes a lot. The write-ahead log grows during the work; a worker checkpoints it afterwards so that no
 * request waits for the checkpoint. Everything is durable when this resolves.
 */
export async function runBulkWrite(ctx: AppContext, work: () => Promise<void>): Promise<void> {
  const release = holdCheckpoints(ctx.db)
  try {
    await work()
  } finally {
    await syncLog(ctx.db)
    await ctx
      .checkpoint()
      .catch((error) => ctx.log.warn({ reason: String(error) }, 'could not checkpoint the WAL'))
    release()
  }
}
