import { findLargestCluster } from '@/domain/explorer/largest-cluster'
import { findLargestSquare } from '@/domain/explorer/largest-square'
import type { TileGrid } from '@/domain/explorer/tile-grid'
import { findDiscoveries, gridOfVisits } from '@/domain/explorer/visit-grid'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listVisits } from '@/store/db/queries/explorer/first-visits'
import { isCountPending, listTitledWorkouts } from '@/store/db/queries/explorer/workout-tiles'
import { readBox } from '@/use-cases/workouts/read/list-map-lines'
import { loadTiles, readExplorerZoom } from './load-tiles'

type Deps = Pick<AppContext, 'db'>

/** Number of workouts with new tiles in a summary. */
const MAX_DISCOVERIES = 5

/**
 * Summarizes the tiles that the caller has visited.
 *
 * @throws 400 for an unknown zoom level
 */
export async function readExplorer(
  { db }: Deps,
  { userId }: Caller,
  query: { zoom?: string | undefined },
) {
  const zoom = readExplorerZoom(query.zoom)
  const visits = await listVisits(db, userId)
  const grid = gridOfVisits(visits, zoom)
  const latest = findDiscoveries(visits, { zoom, limit: MAX_DISCOVERIES })
  const titled = await listTitledWorkouts(
    db,
    latest.map(({ workout_id }) => workout_id),
  )
  return {
    zoom,
    tileCount: grid.x.length,
    square: findLargestSquare(grid),
    cluster: findLargestCluster(grid),
    discoveries: latest.flatMap(({ workout_id, newTiles }) =>
      titled.filter(({ id }) => id === workout_id).map((workout) => ({ ...workout, newTiles })),
    ),
    isComplete: !(await isCountPending(db, userId)),
  }
}

/**
 * Returns the tiles that the caller has visited, all of them or those in a box.
 *
 * @throws 400 for an unknown zoom level or an invalid box
 */
export const listExplorerTiles = (
  { db }: Deps,
  { userId }: Caller,
  query: { zoom?: string | undefined; bounds?: string | undefined },
): Promise<TileGrid> => {
  const zoom = readExplorerZoom(query.zoom)
  const box = query.bounds ? readBox(query.bounds) : undefined
  return loadTiles(db, userId, { zoom, box })
}
