import { type TileLayer, tileLayer } from 'leaflet'
import { serverPath } from '@/web/api/server-path'

const TILE_URL = '/api/workouts/map_tile/{s}/{z}/{x}/{y}.png'
const MAX_ZOOM = 19

/** So many failures before the first success mean that there is no tile server to be reached. */
const PATIENCE = 4

/**
 * The background of the map. Tiles that cannot be loaded stay invisible, and a tile server that answers nothing is
 * not asked again: the route alone on a plain ground is a map too.
 */
export function quietTiles(attribution: string): TileLayer {
  const layer = tileLayer(serverPath(TILE_URL), {
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
    if (loaded === 0 && failed >= PATIENCE) layer.remove()
  })
  return layer
}
