import { listPassedRegions } from '@/domain/regions/passed-regions'
import type { RegionFinder } from '@/domain/regions/region-finder'
import type { AppContext } from '@/services/context'
import type { Tx } from '@/store/db/connections/transact'
import { findWorkoutTiles } from '@/store/db/queries/explorer/workout-tiles'
import {
  deleteRegions,
  deleteUnlocated,
  insertRegions,
  isUnlocated,
  listUnlocated,
} from '@/store/db/queries/regions/workout-regions'
import { completeInBatches } from '@/use-cases/workouts/measure/complete-in-batches'

/*
 * The regions of a workout follow from its explorer tiles, and only the statistics of its owner need them. They are found
 * in the background, so that imports are not slower, and requests need not wait until the borders are loaded.
 */

/** Finds the regions of the next workouts that have none yet. Returns whether there were any. */
export async function locateNextWorkouts(
  ctx: Pick<AppContext, 'db' | 'log' | 'loadRegions'>,
  isStopping: () => boolean,
): Promise<boolean> {
  const [next] = await listUnlocated(ctx.db, 1)
  if (!next) return false
  const finder = await ctx.loadRegions()
  return completeInBatches(
    ctx,
    {
      list: listUnlocated,
      complete: (db, workoutId) => locateWorkout(db, workoutId, finder),
      remove: deleteUnlocated,
      failure: 'could not find the regions of a workout',
    },
    isStopping,
  )
}

/** Finds the regions of a workout, unless it was deleted, or its recording deleted, in the meantime. */
async function locateWorkout(db: Tx, workoutId: number, finder: RegionFinder): Promise<void> {
  if (!(await isUnlocated(db, workoutId))) return
  const tiles = await findWorkoutTiles(db, workoutId)
  if (tiles) await storeRegions(db, workoutId, listPassedRegions(finder, tiles))
}

/** Replaces the regions of a workout. */
export async function storeRegions(
  db: Tx,
  workoutId: number,
  regions: Parameters<typeof insertRegions>[2],
): Promise<void> {
  await deleteRegions(db, workoutId)
  insertRegions(db, workoutId, regions)
}
