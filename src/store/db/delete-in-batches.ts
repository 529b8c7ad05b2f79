import { setImmediate } from 'node:timers/promises'
import type { Log } from '@/lib/log'
import type { Db } from './connections/open'
import { type Tx, transact } from './connections/transact'

/** Rows deleted in one transaction. It takes a few milliseconds, during which other writes wait. */
export const LOT = 200

/**
 * Deletes obsolete rows in batches until none is left; other reads and writes can run in between. `remove` deletes at
 * most `most` rows and returns how many it deleted. Returns the total.
 */
export async function deleteInBatches(
  ctx: { db: Db; log: Log },
  remove: (db: Tx, limit: number) => Promise<number>,
): Promise<number> {
  for (let all = 0; ; ) {
    const removed = await transact(ctx, ({ db }) => remove(db, LOT), { syncedLater: true })
    all += removed
    if (removed < LOT) return all
    await setImmediate()
  }
}
