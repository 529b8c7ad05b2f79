import type { Tile } from '@/services/maps/map-view'

/** A map file that cannot be used. The message continues "the map file …". */
export class MapFileError extends Error {
  override name = 'MapFileError'
  readonly kind: 'failed' | 'notFound'

  constructor(message: string, kind: 'failed' | 'notFound' = 'failed') {
    super(message)
    this.kind = kind
  }
}

/** A local file with map tiles. */
export interface MapFile {
  /** Changes with the content of the file. */
  id: string
  info: MapFileInfo
  /** Returns a tile as it is stored; undefined if the file has none. @throws MapFileError when the file is damaged */
  readTile: (tile: Tile) => Promise<Uint8Array<ArrayBuffer> | undefined>
  close: () => void
}

/** What a reader of one of the formats opens. */
export type OpenedFile = Omit<MapFile, 'id'>

export const TRUNCATED = 'is truncated'
export const UNKNOWN_TILES = 'contains tiles that are neither PNG, JPEG, WebP nor MVT'

export interface MapFileInfo {
  format: 'PMTiles' | 'MBTiles'
  kind: 'raster' | 'vector'
  /** The tiles, as the file names them: `png`, `jpeg`, `webp` or `mvt`. */
  tileType: string
  minZoom: number
  maxZoom: number
  /** West, south, east and north, in degrees. */
  bounds: readonly [number, number, number, number]
  name: string | undefined
  /** HTML. */
  attribution: string | undefined
  /** The layers of vector tiles, if the file names them. */
  layers: readonly string[]
}
