import { sanitizeText } from '@/domain/text/rich-text'
import type { Config } from '@/lib/config/config'
import { DEFAULT_ATTRIBUTION } from '@/lib/config/map-settings'
import type { LocalMap } from './map-file/local-map'

/** What maps show in the background. */
export interface MapDescription {
  /** HTML. */
  attribution: string
  /** Undefined if there are no tiles. */
  tiles: TileSet | undefined
}

export interface TileSet {
  kind: 'raster' | 'vector'
  minZoom: number
  maxZoom: number
  /** West, south, east and north, in degrees. */
  bounds: readonly [number, number, number, number]
}

/** The tiles of servers of which nothing is known. */
const TILES_OF_SERVER: TileSet = {
  ...{ kind: 'raster', minZoom: 0, maxZoom: 19 },
  bounds: [-180, -90, 180, 90],
}

/** Describes the source of map tiles: the map file, or else the tile server. */
export async function describeMap({
  config: { map },
  localMap,
}: {
  config: Pick<Config, 'map'>
  localMap: LocalMap | undefined
}): Promise<MapDescription> {
  const attribution = map.attribution ?? DEFAULT_ATTRIBUTION
  if (!localMap) return { attribution, tiles: map.tileUrl ? TILES_OF_SERVER : undefined }
  const info = (await localMap.open())?.info
  // The file comes from elsewhere; the setting may contain any HTML.
  const ofFile = info?.attribution && sanitizeText(info.attribution)
  return { attribution: map.attribution ?? (ofFile || attribution), tiles: info }
}
