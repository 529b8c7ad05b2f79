import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import type { Db } from '@/store/db/connections/open'
import { type InTransaction, type Tx, transact } from '@/store/db/connections/transact'

/** Number of workouts per query, and per transaction. */
const BATCH = 500
const BATCH_PER_TRANSACTION = 25

type Deps = Pick<AppContext, 'db' | 'log'>

/** What is missing of workouts that an earlier release has stored. */
interface Completion<Context extends Deps> {
  /** Lists the next workouts that lack it. */
  list: (db: Db, limit: number) => Promise<{ workout_id: number }[]>
  /** Adds it to a workout. */
  complete: (db: Tx, workoutId: number, tx: InTransaction<Context>) => Promise<void>
  /** Deletes a workout from the list. */
  remove: (db: Tx, workoutId: number) => Promise<unknown>
  /** The message in the log for a workout that cannot be completed; it is deleted from the list, too. */
  failure: string
}

/** Completes the next workouts. Returns whether there were any. */
export async function completeInBatches<Context extends Deps>(
  ctx: Context,
  { list, complete, remove, failure }: Completion<Context>,
  isStopping: () => boolean,
): Promise<boolean> {
  const due = await list(ctx.db, BATCH)
  for (let start = 0; start < due.length && !isStopping(); start += BATCH_PER_TRANSACTION) {
    const batch = due.slice(start, start + BATCH_PER_TRANSACTION)
    await transact(
      ctx,
      async (tx) => {
        for (const { workout_id: workoutId } of batch) {
          await complete(tx.db, workoutId, tx).catch((err) =>
            ctx.log.warn({ err, workout: workoutId }, failure),
          )
          await remove(tx.db, workoutId)
        }
      },
      // Work lost in a power failure is simply done again.
      { syncedLater: true },
    )
    await setImmediate()
  }
  return due.length > 0
}
