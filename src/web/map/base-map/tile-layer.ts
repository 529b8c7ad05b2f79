import { type Map as LeafletMap, latLngBounds, type TileLayer, tileLayer } from 'leaflet'
import { toServerPath } from '@/web/api/client/server-path'
import { addBaseMap } from './base-map-layer'
import { MAX_ZOOM, type MapSource } from './map-source'

type TileSet = NonNullable<MapSource['map_tiles']>

const TILE_URL = '/api/workouts/map_tile/{s}/{z}/{x}/{y}.png'
/** Number of failures without any success after which the tile server is considered unreachable. */
const MAX_FAILURES = 4
/** Milliseconds without any tile after which the base map is shown. */
const MAX_WAIT = 1500
/** Degrees of longitude of the whole world. */
const WORLD = 360

/**
 * Adds map tiles. The coarse map of the world is below them where there are none, where they fail, or while they are
 * slow. Otherwise it is not loaded. `source` is undefined while the configuration is not loaded.
 */
export function addTiles(map: LeafletMap, source: MapSource | undefined): void {
  if (!source) return
  const { map_tiles: tiles, map_attribution: attribution } = source
  if (!tiles) void addBaseMap(map)
  else if (tiles.type === 'vector') void addVectorTiles(map, tiles, attribution)
  else addRasterTiles(map, tiles, attribution)
}

async function addVectorTiles(map: LeafletMap, tiles: TileSet, attribution: string): Promise<void> {
  const state = { isRemoved: false }
  map.on('unload', () => {
    state.isRemoved = true
  })
  void addBaseMap(map)
  const { VectorLayer } = await import('./vector-layer')
  if (!state.isRemoved) new VectorLayer(tiles, attribution).addTo(map)
}

function addRasterTiles(map: LeafletMap, tiles: TileSet, attribution: string): void {
  const [west = 0, south = 0, east = 0, north = 0] = tiles.bounds
  const layer = tileLayer(toServerPath(TILE_URL), {
    attribution,
    minZoom: tiles.min_zoom,
    maxNativeZoom: tiles.max_zoom,
    maxZoom: MAX_ZOOM,
    bounds: latLngBounds([south, west], [north, east]),
    className: 'mp-tile',
  })
  const state = { hasBase: false }
  const showBase = () => {
    if (!state.hasBase) void addBaseMap(map)
    state.hasBase = true
  }
  const isRegion = east - west < WORLD
  if (isRegion) showBase()
  watchTiles(map, layer, { showBase, givesUp: !isRegion })
  layer.addTo(map)
}

/** Shows the base map when tiles fail or are slow. Tiles that fail stay hidden, and an unreachable server is given up. */
function watchTiles(
  map: LeafletMap,
  layer: TileLayer,
  { showBase, givesUp }: { showBase: () => void; givesUp: boolean },
): void {
  const state = { loaded: 0, failed: 0 }
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
    if (givesUp && state.loaded === 0 && state.failed >= MAX_FAILURES) layer.remove()
  })
}
