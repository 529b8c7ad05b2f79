import { findLargestCluster } from '@/domain/explorer/largest-cluster'
import { findLargestSquare } from '@/domain/explorer/largest-square'
import { filterTiles, type TileGrid } from '@/domain/explorer/tile-grid'
import { type TileLayer, writeTilesGpx, writeTilesKml } from '@/domain/explorer/write-tiles'
import { mediaTypeOf } from '@/domain/tracks/formats/recording-extensions'
import { invalidPayload } from '@/lib/errors'
import { VERSION } from '@/lib/version'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { loadTiles, readExplorerZoom } from './load-tiles'

type Deps = Pick<AppContext, 'db'>

/** Formats of exported tiles. */
const TILE_FORMATS = ['gpx', 'kml'] as const

/**
 * Returns the tiles that the caller has visited, the largest cluster and the largest square as a file, by default GPX.
 *
 * @throws 400 for an unknown format or zoom level
 */
export async function exportTiles(
  { db }: Deps,
  { userId }: Caller,
  query: { zoom?: string | undefined; format?: string | undefined },
): Promise<{ name: string; type: string; chunks: Iterator<string> }> {
  const zoom = readExplorerZoom(query.zoom)
  const format = TILE_FORMATS.find((each) => each === (query.format || 'gpx'))
  if (!format) throw invalidPayload()
  const grid = await loadTiles(db, userId, { zoom })
  const layers = layersOf(grid)
  return {
    name: `tiles-${zoom}.${format}`,
    type: mediaTypeOf(format) ?? '',
    chunks:
      format === 'gpx'
        ? writeTilesGpx(`Milepost v${VERSION.server}`, layers)
        : writeTilesKml(layers),
  }
}

const layersOf = (grid: TileGrid): TileLayer[] => [
  { name: 'Visited tiles', grid },
  { name: 'Largest cluster', grid: findLargestCluster(grid) },
  { name: 'Largest square', grid: squareGridOf(grid) },
]

function squareGridOf(grid: TileGrid): TileGrid {
  const square = findLargestSquare(grid)
  if (!square) return grid
  const { x, y, size } = square
  const columns = 2 ** grid.zoom
  const isInside = (i: number) => {
    const fromWest = ((grid.x[i] ?? 0) - x + columns) % columns
    const fromNorth = (grid.y[i] ?? 0) - y
    return fromWest < size && fromNorth >= 0 && fromNorth < size
  }
  return filterTiles(grid, isInside)
}
