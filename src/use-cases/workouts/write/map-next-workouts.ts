import type { AppContext } from '@/services/context'
import type { Tx } from '@/store/db/connections/transact'
import { deleteUnmapped, listUnmapped, mapWorkout } from '@/store/db/queries/workouts/map-lines'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import { deleteThumbnail, insertThumbnail } from '@/store/db/queries/workouts/thumbnails'
import { completeInBatches } from '@/use-cases/workouts/measure/complete-in-batches'

/**
 * Stores lines for the map and thumbnails of the newest workouts that were recorded before these were stored. Returns
 * whether there were any.
 */
export const mapNextWorkouts = (
  ctx: Pick<AppContext, 'db' | 'log'>,
  isStopping: () => boolean,
): Promise<boolean> =>
  completeInBatches(
    ctx,
    {
      list: listUnmapped,
      complete: drawWorkout,
      remove: deleteUnmapped,
      failure: 'could not store the line of a workout',
    },
    isStopping,
  )

async function drawWorkout(db: Tx, workoutId: number): Promise<void> {
  const line = await mapWorkout(db, workoutId)
  const segments = line ? [] : await listSegmentPoints(db, workoutId)
  await deleteThumbnail(db, workoutId)
  insertThumbnail(db, workoutId, { line, points: segments.map(({ points }) => points) })
}
