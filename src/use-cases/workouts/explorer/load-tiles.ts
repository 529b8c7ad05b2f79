import type { FirstVisit, VisitKey } from '@/domain/explorer/first-visits'
import {
  countTiles,
  EXPLORER_ZOOMS,
  type ExplorerZoom,
  tilesOfBlock,
} from '@/domain/explorer/tile-blocks'
import type { TileGrid } from '@/domain/explorer/tile-grid'
import { toMercator } from '@/domain/tracks/geometry/map-line'
import { invalidPayload } from '@/lib/errors'
import type { Db } from '@/store/db/connections/open'
import { listVisits } from '@/store/db/queries/explorer/first-visits'
import type { PieceBox } from '@/store/db/queries/workouts/segment-sections'

const [BLOCK_ZOOM] = EXPLORER_ZOOMS
const BLOCK_COLUMNS = 2 ** BLOCK_ZOOM

/**
 * Parses a zoom level of explorer tiles; 14 by default.
 *
 * @throws 400 for any other text than 14 and 17
 */
export function readExplorerZoom(text: string | undefined): ExplorerZoom {
  const zoom = EXPLORER_ZOOMS.find((each) => String(each) === (text || String(BLOCK_ZOOM)))
  if (zoom === undefined) throw invalidPayload()
  return zoom
}

/** Columns and rows of tiles, inclusive. */
interface TileBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the tiles in a box of coordinates. */
function tileBoxOf({ south, west, north, east }: PieceBox, zoom: number): TileBox {
  const tileAt = (share: number) => Math.min(Math.floor(share * 2 ** zoom), 2 ** zoom - 1)
  const [left, top] = toMercator(west, north)
  const [right, bottom] = toMercator(east, south)
  return {
    ...{ left: tileAt(left), right: tileAt(right) },
    ...{ top: Math.max(tileAt(top), 0), bottom: tileAt(bottom) },
  }
}

/** Loads the tiles that a user has visited, all of them or those in a box. */
export async function loadTiles(
  db: Db,
  userId: number,
  { zoom, box }: { zoom: ExplorerZoom; box?: PieceBox | undefined },
): Promise<TileGrid> {
  if (!box) return gridOf(await listVisits(db, userId), zoom)
  const { left, right, ...rows } = tileBoxOf(box, BLOCK_ZOOM)
  const visits = await listVisits(db, userId, {
    first: rows.top * BLOCK_COLUMNS + left,
    last: rows.bottom * BLOCK_COLUMNS + right,
  })
  const inside = visits.filter(({ block }) => {
    const x = block % BLOCK_COLUMNS
    return x >= left && x <= right
  })
  return clipGrid(gridOf(inside, zoom), tileBoxOf(box, zoom))
}

function clipGrid({ zoom, numbers }: TileGrid, { left, top, right, bottom }: TileBox): TileGrid {
  const columns = 2 ** zoom
  const isInside = (number: number) => {
    const x = number % columns
    const y = (number - x) / columns
    return x >= left && x <= right && y >= top && y <= bottom
  }
  return { zoom, numbers: numbers.filter(isInside) }
}

/** Returns the tiles of first visits, which are ordered by block. */
export function gridOf(visits: readonly FirstVisit[], zoom: ExplorerZoom): TileGrid {
  if (zoom === BLOCK_ZOOM)
    return { zoom, numbers: Float64Array.from(newBlocks(visits), ({ block }) => block) }
  const numbers = new Float64Array(visits.reduce((sum, visit) => sum + countTiles(visit), 0))
  let next = 0
  for (const visit of visits)
    for (const number of tilesOfBlock(visit.block, visit)) numbers[next++] = number
  return { zoom, numbers: numbers.sort() }
}

/** The earliest of the first visits to each block: those of workouts that visited a new tile of zoom 14. */
const newBlocks = (visits: readonly FirstVisit[]): FirstVisit[] =>
  visits.filter(({ block }, i) => block !== visits[i - 1]?.block)

/** A workout and the number of tiles that it visited first. */
export interface Discovery extends VisitKey {
  newTiles: number
}

/** Returns the workouts that visited new tiles, latest first. */
export function findDiscoveries(visits: readonly FirstVisit[], zoom: ExplorerZoom): Discovery[] {
  const isBlocks = zoom === BLOCK_ZOOM
  const byWorkout = new Map<number, Discovery>()
  for (const { workout_id, workout_date, ...tiles } of isBlocks ? newBlocks(visits) : visits) {
    const before = byWorkout.get(workout_id)?.newTiles ?? 0
    const newTiles = before + (isBlocks ? 1 : countTiles(tiles))
    byWorkout.set(workout_id, { workout_id, workout_date, newTiles })
  }
  return [...byWorkout.values()].sort(
    (one, other) => other.workout_date - one.workout_date || other.workout_id - one.workout_id,
  )
}
