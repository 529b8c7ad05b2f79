import { type TileLayer, tileLayer } from 'leaflet'
import { toServerPath } from '@/web/api/client/server-path'

const TILE_URL = '/api/workouts/map_tile/{s}/{z}/{x}/{y}.png'
const MAX_ZOOM = 19

/** Number of failures without any success after which the tile server is considered unreachable. */
const MAX_FAILURES = 4

/**
 * Creates the tile layer. Tiles that fail to load stay hidden, and an unreachable tile server is given up, because a
 * track on a plain background is useful too.
 */
export function createTileLayer(attribution: string): TileLayer {
  const layer = tileLayer(toServerPath(TILE_URL), {
    attribution,
    maxZoom: MAX_ZOOM,
    className: 'mp-tile',
  })
  let loaded = 0
  let failed = 0
  layer.on('tileload', () => {
    loaded += 1
  })
  layer.on('tileerror', ({ tile }) => {
    tile.style.visibility = 'hidden'
    failed += 1
    if (loaded === 0 && failed >= MAX_FAILURES) layer.remove()
  })
  return layer
}
