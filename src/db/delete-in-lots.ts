import { setImmediate } from 'node:timers/promises'
import type { Log } from '@/lib/log'
import type { Db } from './open'
import { type Tx, transact } from './transact'

/** Rows that are deleted in one transaction: a few milliseconds, for which nobody else can write. */
export const LOT = 200

/**
 * Deletes rows that nobody needs any more, a lot at a time, however many there are: others read and write in between.
 * `remove` deletes so many at most and answers how many it deleted. Answers how many there were.
 */
export async function deleteInLots(
  ctx: { db: Db; log: Log },
  remove: (db: Tx, most: number) => Promise<number>,
): Promise<number> {
  for (let all = 0; ; ) {
    const removed = await transact(ctx, ({ db }) => remove(db, LOT), { syncedLater: true })
    all += removed
    if (removed < LOT) return all
    await setImmediate()
  }
}
