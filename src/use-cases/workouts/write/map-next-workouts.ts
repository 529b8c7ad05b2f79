import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { deleteUnmapped, listUnmapped, mapWorkout } from '@/store/db/queries/workouts/map-lines'

/** Number of workouts per query, and per transaction. */
const BATCH = 500
const BATCH_PER_TRANSACTION = 25

/**
 * Stores lines for the map of the newest workouts that were recorded before such lines were stored. Returns whether
 * there were any.
 */
export async function mapNextWorkouts(
  ctx: Pick<AppContext, 'db' | 'log'>,
  isStopping: () => boolean,
): Promise<boolean> {
  const due = await listUnmapped(ctx.db, BATCH)
  for (let start = 0; start < due.length && !isStopping(); start += BATCH_PER_TRANSACTION) {
    const batch = due.slice(start, start + BATCH_PER_TRANSACTION)
    await transact(
      ctx,
      async ({ db }) => {
        for (const { workout_id: workoutId } of batch) {
          await mapWorkout(db, workoutId).catch((err) =>
            ctx.log.warn({ err, workout: workoutId }, 'could not store the line of a workout'),
          )
          await deleteUnmapped(db, workoutId)
        }
      },
      // Work lost in a power failure is simply done again.
      { syncedLater: true },
    )
    await setImmediate()
  }
  return due.length > 0
}
