import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import { type Tx, transact } from '@/store/db/connections/transact'
import { deleteUnmapped, listUnmapped, mapWorkout } from '@/store/db/queries/workouts/map-lines'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import { deleteThumbnail, insertThumbnail } from '@/store/db/queries/workouts/thumbnails'

/** Number of workouts per query, and per transaction. */
const BATCH = 500
const BATCH_PER_TRANSACTION = 25

/**
 * Stores lines for the map and thumbnails of the newest workouts that were recorded before these were stored. Returns
 * whether there were any.
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
          await drawWorkout(db, workoutId).catch((err) =>
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

async function drawWorkout(db: Tx, workoutId: number): Promise<void> {
  const line = await mapWorkout(db, workoutId)
  const segments = line ? [] : await listSegmentPoints(db, workoutId)
  await deleteThumbnail(db, workoutId)
  insertThumbnail(db, workoutId, { line, points: segments.map(({ points }) => points) })
}
