import { type Map as LeafletMap, tileLayer } from 'leaflet'
import { toServerPath } from '@/web/api/client/server-path'
import { addBaseMap } from './base-map-layer'

const TILE_URL = '/api/workouts/map_tile/{s}/{z}/{x}/{y}.png'
const MAX_ZOOM = 19

/** Number of failures without any success after which the tile server is considered unreachable. */
const MAX_FAILURES = 4
/** Milliseconds without any tile after which the base map is shown. */
const MAX_WAIT = 1500

/**
 * Adds map tiles. The coarse map of the world is below them where they fail or are slow. Otherwise it is not loaded.
 * Tiles that fail stay hidden, and an unreachable tile server is given up.
 */
export function addTiles(map: LeafletMap, attribution: string): void {
  const layer = tileLayer(toServerPath(TILE_URL), {
    attribution,
    maxZoom: MAX_ZOOM,
    className: 'mp-tile',
  })
  const state = { loaded: 0, failed: 0, hasBase: false }
  const showBase = () => {
    if (!state.hasBase) void addBaseMap(map)
    state.hasBase = true
  }
  const slow = setTimeout(() => {
    if (state.loaded === 0) showBase()
  }, MAX_WAIT)
  map.on('unload', () => clearTimeout(slow))
  layer.on('tileload', () => {
    state.loaded += 1
  })
  layer.on('tileerror', ({ tile }) => {
    tile.style.visibility = 'hidden'
    state.failed += 1
    showBase()
    if (state.loaded === 0 && state.failed >= MAX_FAILURES) layer.remove()
  })
  layer.addTo(map)
}
