import {
  BLOCK_COLUMNS,
  BLOCK_ZOOM,
  EXPLORER_ZOOMS,
  type ExplorerZoom,
} from '@/domain/explorer/tile-blocks'
import { filterTiles, type TileGrid } from '@/domain/explorer/tile-grid'
import { gridOfVisits } from '@/domain/explorer/visit-grid'
import { toMercator } from '@/domain/tracks/geometry/map-line'
import { invalidPayload } from '@/lib/errors'
import type { Db } from '@/store/db/connections/open'
import { listVisits } from '@/store/db/queries/explorer/first-visits'
import type { PieceBox } from '@/store/db/queries/workouts/segment-sections'

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
  if (!box) return gridOfVisits(await listVisits(db, userId), zoom)
  const { left, right, ...rows } = tileBoxOf(box, BLOCK_ZOOM)
  const visits = await listVisits(db, userId, {
    first: rows.top * BLOCK_COLUMNS + left,
    last: rows.bottom * BLOCK_COLUMNS + right,
  })
  const inside = visits.filter(({ block }) => {
    const x = block % BLOCK_COLUMNS
    return x >= left && x <= right
  })
  const tiles = gridOfVisits(inside, zoom)
  const { x, y } = tiles
  const around = tileBoxOf(box, zoom)
  return filterTiles(tiles, (i) => contains(around, x[i] ?? 0, y[i] ?? 0))
}

const contains = ({ left, top, right, bottom }: TileBox, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom
