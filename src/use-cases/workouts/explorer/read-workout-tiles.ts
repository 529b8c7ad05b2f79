import {
  countTiles,
  decodeBlocks,
  EXPLORER_ZOOMS,
  type ExplorerZoom,
} from '@/domain/explorer/tile-blocks'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listNewBlocks } from '@/store/db/queries/explorer/first-visits'
import { findWorkoutTiles } from '@/store/db/queries/explorer/workout-tiles'
import { requireOwnWorkout } from '@/use-cases/views/workout'

/** Number of tiles that a workout passes at a zoom level, and of those that its user had not visited before. */
export interface WorkoutTiles {
  zoom: ExplorerZoom
  visited: number
  added: number
}

/**
 * Counts the tiles of one of the caller's workouts at each zoom level. Those of sports without explorer tiles, and of
 * suspended workouts, do not count.
 *
 * @throws 404 and 403 as `requireOwnWorkout`
 */
export async function readWorkoutTiles(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
): Promise<WorkoutTiles[]> {
  const { id, sport_id, suspended_at } = await requireOwnWorkout(ctx, caller, shortId)
  const isCounted = suspended_at === null && hasExplorerTiles(sport_id)
  const tiles = isCounted ? await findWorkoutTiles(ctx.db, id) : undefined
  const blocks = tiles ? [...decodeBlocks(tiles)].map(([, block]) => block) : []
  const added = await listNewBlocks(ctx.db, id)
  const sum = (counted: readonly { north: number; south: number }[]) =>
    counted.reduce((total, block) => total + countTiles(block), 0)
  const [blockZoom, tileZoom] = EXPLORER_ZOOMS
  return [
    {
      zoom: blockZoom,
      visited: blocks.length,
      added: added.filter(({ is_first }) => is_first === 1).length,
    },
    { zoom: tileZoom, visited: sum(blocks), added: sum(added) },
  ]
}
