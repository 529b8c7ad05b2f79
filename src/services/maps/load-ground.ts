import { readScene } from '@/domain/reference/vector-map/vector-scene'
import type { OutgoingAccess } from '@/lib/network/outgoing'
import { loadSharp } from '@/store/files/sharp'
import { toSvg } from './draw-base-map'
import { drawVectorLabels, drawVectorTile, type PlacedScene } from './draw-vector-tile'
import type { MapFile } from './map-file/map-file'
import { openMapFile, unpackTile } from './map-file/open-map-file'
import { overzoom, type PartOfTile } from './map-file/overzoom'
import { type PlacedTile, TILE_SIZE, type Tile } from './map-view'
import { openTileCache } from './tile-cache'
import { fetchTile } from './tiles'

/** The tiles of map images. */
export interface MapTiles {
  /** Path of a file with tiles, which replaces the tile server. */
  file?: string | undefined
  /** URL with `{z}`, `{x}`, `{y}` and possibly `{s}`; undefined without a tile server. */
  template: string | undefined
  /** Values for `{s}`, chosen at random. */
  subdomains: readonly string[]
  /** Folder of the tile cache. */
  cacheFolder: string
  /** When false, only cached tiles are used, because the tile server failed recently. */
  useServer: boolean
  /** How much larger than usual the labels of vector tiles are. */
  labelScale?: number
  /** Timeout for all tiles together, in milliseconds. */
  timeout?: number
}

/** Pixels with red, green, blue and alpha channels. */
export interface Raw {
  bytes: Buffer
  width: number
  height: number
}

/** The tiles of an image that exist. */
export interface Ground {
  tiles: readonly { place: PlacedTile; raw: Raw }[]
  /** Whether no tile is missing, except those that the source does not have. */
  isComplete: boolean
  /** Labels above the tiles as SVG, in pixels of the image. */
  labels?: string
}

const TIMEOUT = 2000
const MAX_TILE = 1024

/** Loads all tiles concurrently; a view has at most six, and a picture for sharing 24. */
export async function loadGround(
  placed: readonly PlacedTile[],
  tiles: MapTiles,
  outside: OutgoingAccess,
): Promise<Ground> {
  const { file: path, labelScale } = tiles
  if (path !== undefined) return loadFromFile(placed, { path, labelScale })
  const { template } = tiles
  if (template === undefined) return { tiles: [], isComplete: true }
  return loadFromServer(placed, { ...tiles, template }, outside)
}

async function loadFromServer(
  placed: readonly PlacedTile[],
  tiles: MapTiles & { template: string },
  outside: OutgoingAccess,
): Promise<Ground> {
  const cache = openTileCache(tiles.cacheFolder)
  const signal = AbortSignal.timeout(tiles.timeout ?? TIMEOUT)
  const subdomain = tiles.subdomains[Math.floor(Math.random() * tiles.subdomains.length)]
  const access = tiles.useServer ? outside : { fetch: rejectRequest }
  const sources = { template: tiles.template, subdomain, cache, signal, ...access }
  const loaded = await Promise.all(
    placed.map(async (place) => {
      const tile = await fetchTile(place, sources).catch(() => undefined)
      const failed = !tile || (!tile.bytes && tile.isTrouble)
      return { place, failed, raw: tile?.bytes && (await decode(tile.bytes)) }
    }),
  )
  return {
    tiles: loaded.flatMap(({ place, raw }) => (raw ? [{ place, raw }] : [])),
    isComplete: !loaded.some(({ failed }) => failed),
  }
}

const rejectRequest = (): Promise<never> => Promise.reject(new Error('not asked'))

/** Loads tiles from a file. Above its last zoom level, parts of that level's tiles are enlarged. */
async function loadFromFile(
  placed: readonly PlacedTile[],
  { path, labelScale }: { path: string; labelScale: number | undefined },
): Promise<Ground> {
  const file = await openMapFile(path).catch(() => undefined)
  if (!file) return { tiles: [], isComplete: false }
  try {
    const isVector = file.info.kind === 'vector'
    return isVector ? await drawVectors(placed, file, labelScale) : await loadImages(placed, file)
  } finally {
    file.close()
  }
}

/** Draws a tile of a file as WebP, of which even dense ones fit into the tile cache. Returns undefined if the file has none there. */
export async function drawTile(
  file: MapFile,
  tile: Tile,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const place = { ...tile, left: 0, top: 0 }
  const isVector = file.info.kind === 'vector'
  const ground = isVector ? await drawVectors([place], file, 1) : await loadImages([place], file)
  const [raw] = ground.tiles.map((each) => each.raw)
  if (!raw) return undefined
  const { bytes, ...size } = raw
  const sharp = await loadSharp()
  const image = sharp(bytes, { raw: { ...size, channels: 4 } })
  if (ground.labels) image.composite([{ input: toSvg(ground.labels, size) }])
  return new Uint8Array(await image.webp({ lossless: true, effort: 2 }).toBuffer())
}

async function loadImages(placed: readonly PlacedTile[], file: MapFile): Promise<Ground> {
  const raws = await Promise.all(placed.map((place) => loadPart(file, place)))
  const tiles = placed.flatMap((place, index) => {
    const raw = raws[index]
    return raw ? [{ place, raw }] : []
  })
  return { tiles, isComplete: true }
}

async function drawVectors(
  placed: readonly PlacedTile[],
  file: MapFile,
  labelScale: number | undefined,
): Promise<Ground> {
  const scenes = (await Promise.all(placed.map((place) => loadScene(file, place)))).flatMap(
    (scene) => scene ?? [],
  )
  const sharp = await loadSharp()
  const size = { width: TILE_SIZE, height: TILE_SIZE }
  const tiles = await Promise.all(
    scenes.map(async (scene) => {
      const image = sharp(toSvg(drawVectorTile(scene), size))
      const bytes = await image.ensureAlpha().raw().toBuffer()
      return { place: scene.place, raw: { bytes, ...size } }
    }),
  )
  return { tiles, isComplete: true, labels: await drawVectorLabels(scenes, labelScale) }
}

async function loadScene(file: MapFile, place: PlacedTile): Promise<PlacedScene | undefined> {
  const part = overzoom(place, file.info.maxZoom)
  try {
    const bytes = await file.readTile(part.tile)
    return bytes && { scene: readScene(unpackTile(bytes)), part, place }
  } catch {
    // Damaged tiles are like missing ones.
    return undefined
  }
}

async function loadPart(file: MapFile, place: PlacedTile): Promise<Raw | undefined> {
  const part = overzoom(place, file.info.maxZoom)
  const bytes = await file.readTile(part.tile).catch(() => undefined)
  return bytes && decode(bytes, part)
}

/** Decodes a tile, or a part of it. Returns undefined when the image is damaged or too large. */
async function decode(bytes: Uint8Array, part?: PartOfTile): Promise<Raw | undefined> {
  const sharp = await loadSharp()
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_TILE ** 2 }).toColourspace('srgb')
    if (part && part.share < 1) {
      const { width } = await image.metadata()
      const size = Math.max(1, Math.round(width * part.share))
      const [left, top] = [part.left, part.top].map((at) =>
        Math.min(Math.floor(width * at), width - size),
      )
      image.extract({ left: left ?? 0, top: top ?? 0, width: size, height: size })
    }
    const pixels = image.resize(TILE_SIZE, TILE_SIZE, { fit: 'fill' }).ensureAlpha().raw()
    return { bytes: await pixels.toBuffer(), width: TILE_SIZE, height: TILE_SIZE }
  } catch {
    return undefined
  }
}
