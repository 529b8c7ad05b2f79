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
import { completeInBatches } from '@/use-cases/workouts/measure/complete-in-batches'
import { addTiles } from './count-tiles'

type Deps = Pick<AppContext, 'db' | 'log'>

/**
 * Counts the explorer tiles of workouts that were stored before these were counted, and then those of users who lost
 * first visits. Returns whether there was anything to do.
 */
export const countNextTiles = async (ctx: Deps, isStopping: () => boolean): Promise<boolean> =>
  (await countNextWorkouts(ctx, isStopping)) || recountNextUser(ctx)

const countNextWorkouts = (ctx: Deps, isStopping: () => boolean): Promise<boolean> =>
  completeInBatches(
    ctx,
    {
      list: listUncounted,
      complete: countWorkout,
      remove: deleteUncounted,
      failure: 'could not count the tiles of a workout',
    },
    isStopping,
  )

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
