import {
  type GridLayer,
  type LatLngBounds,
  type Map as LeafletMap,
  latLngBounds,
  tileLayer,
} from 'leaflet'
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
  if (tiles) void addTileSet(map, tiles, attribution)
  else void addBaseMap(map)
}

async function addTileSet(map: LeafletMap, tiles: TileSet, attribution: string): Promise<void> {
  const state = { isRemoved: false, hasBase: false }
  map.on('unload', () => {
    state.isRemoved = true
  })
  const showBase = () => {
    if (!state.hasBase) void addBaseMap(map)
    state.hasBase = true
  }
  const [west = 0, south = 0, east = 0, north = 0] = tiles.bounds
  const bounds = latLngBounds([south, west], [north, east])
  const isRegion = east - west < WORLD
  if (isRegion) watchView(map, { bounds, minZoom: tiles.min_zoom }, showBase)
  const layer =
    tiles.type === 'vector'
      ? await createVectorLayer(tiles, attribution)
      : createRasterLayer(tiles, { bounds, attribution })
  if (state.isRemoved) return
  watchTiles(map, layer, { showBase, givesUp: !isRegion })
  layer.addTo(map)
}

async function createVectorLayer(tiles: TileSet, attribution: string): Promise<GridLayer> {
  const { VectorLayer } = await import('./vector-layer')
  return new VectorLayer(tiles, attribution)
}

const createRasterLayer = (
  { min_zoom: minZoom, max_zoom: maxNativeZoom }: TileSet,
  { bounds, attribution }: { bounds: LatLngBounds; attribution: string },
): GridLayer =>
  tileLayer(toServerPath(TILE_URL), {
    ...{ attribution, minZoom, maxNativeZoom, maxZoom: MAX_ZOOM },
    ...{ bounds, className: 'mp-tile' },
  })

/** Shows the base map as soon as the view extends beyond the tiles. */
function watchView(
  map: LeafletMap,
  { bounds, minZoom }: { bounds: LatLngBounds; minZoom: number },
  showBase: () => void,
): void {
  const check = () => {
    if (map.getZoom() < minZoom || !bounds.contains(map.getBounds())) showBase()
  }
  check()
  map.on('moveend', check)
}

/** Shows the base map when tiles fail or are slow. Tiles that fail stay hidden, and an unreachable server is given up. */
function watchTiles(
  map: LeafletMap,
  layer: GridLayer,
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
