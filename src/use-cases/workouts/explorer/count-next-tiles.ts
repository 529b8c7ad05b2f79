import { setImmediate } from 'node:timers/promises'
import { encodeLineTiles } from '@/domain/explorer/line-tiles'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import type { AppContext } from '@/services/context'
import { type Tx, transact } from '@/store/db/connections/transact'
import { findRecount, recountVisits } from '@/store/db/queries/explorer/first-visits'
import {
  deleteUncounted,
  isUncounted,
  listUncounted,
} from '@/store/db/queries/explorer/workout-tiles'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import { findWorkoutById } from '@/store/db/queries/workouts/workouts'
import { addTiles } from './count-tiles'

/** Number of workouts per query, and per transaction. */
const BATCH = 500
const BATCH_PER_TRANSACTION = 25

type Deps = Pick<AppContext, 'db' | 'log'>

/**
 * Counts the explorer tiles of workouts that were stored before these were counted, and then those of users who lost
 * first visits. Returns whether there was anything to do.
 */
export const countNextTiles = async (ctx: Deps, isStopping: () => boolean): Promise<boolean> =>
  (await countNextWorkouts(ctx, isStopping)) || recountNextUser(ctx)

async function countNextWorkouts(ctx: Deps, isStopping: () => boolean): Promise<boolean> {
  const due = await listUncounted(ctx.db, BATCH)
  for (let start = 0; start < due.length && !isStopping(); start += BATCH_PER_TRANSACTION) {
    const batch = due.slice(start, start + BATCH_PER_TRANSACTION)
    await transact(
      ctx,
      async ({ db }) => {
        for (const { workout_id: workoutId } of batch) {
          await countWorkout(db, workoutId).catch((err) =>
            ctx.log.warn({ err, workout: workoutId }, 'could not count the tiles of a workout'),
          )
          await deleteUncounted(db, workoutId)
        }
      },
      // Work lost in a power failure is simply done again.
      { syncedLater: true },
    )
    await setImmediate()
  }
  return due.length > 0
}

/** Counts the tiles of a workout, unless it was deleted, or replaced and counted, in the meantime. */
async function countWorkout(db: Tx, workoutId: number): Promise<void> {
  const workout = await findWorkoutById(db, workoutId)
  if (!workout || !(await isUncounted(db, workoutId))) return
  const segments = await listSegmentPoints(db, workoutId)
  await addTiles(db, workout, encodeLineTiles(segments.map(({ points }) => decodePoints(points))))
}

async function recountNextUser(ctx: Deps): Promise<boolean> {
  const found = await findRecount(ctx.db)
  if (!found) return false
  await transact(ctx, ({ db }) => recountVisits(db, found.user_id), { syncedLater: true })
  return true
}
