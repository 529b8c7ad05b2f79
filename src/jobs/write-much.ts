import type { AppContext } from '@/context'
import { holdCheckpoints, syncLog } from '@/db/upkeep'

/**
 * Does work that writes much. The log of the database grows meanwhile and is emptied by a worker in the end, so that no
 * request has to wait for that. Everything is on disk then.
 */
export async function writeMuch(ctx: AppContext, work: () => Promise<void>): Promise<void> {
  const release = holdCheckpoints(ctx.db)
  try {
    await work()
  } finally {
    await syncLog(ctx.db)
    await ctx
      .checkpoint()
      .catch((error) => ctx.log.warn({ reason: String(error) }, 'the log was not emptied'))
    release()
  }
}
