import type { Outside } from '@/lib/outgoing'
import { loadSharp } from '@/storage/sharp'
import {
  LINE_SCALE,
  MAP_HEIGHT,
  MAP_WIDTH,
  type MapLine,
  type Pixel,
  type PlacedTile,
  pathOf,
  TILE_SIZE,
  tilesOf,
  viewOf,
} from './map-view'
import { openTileCache } from './tile-cache'
import { fetchTile } from './tiles'

/** Where the tiles of map images come from. */
export interface MapTiles {
  /** Address with `{z}`, `{x}`, `{y}` and possibly `{s}`. */
  template: string
  /** What stands for `{s}`, one picked at random. */
  subdomains: readonly string[]
  /** Folder of kept tiles. */
  cacheFolder: string
  /** False: only kept tiles are used, because the server did not answer a moment ago. */
  askServer: boolean
  /** Milliseconds all tiles together may take. */
  patience?: number
}

export interface MapImage {
  png: Uint8Array<ArrayBuffer>
  /** Whether all tiles are there that the server has. */
  isComplete: boolean
  /** Whether a tile server was asked and did not do its work. */
  serverFailed: boolean
}

const PATIENCE = 2000
/** Red, green, blue: #3388FF. */
const LINE_COLOR = [0x33, 0x88, 0xff] as const
const LINE_WIDTH = 4
const LARGEST_TILE = 1024
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 }

/**
 * Draws a recording on a map of 400 × 225 pixels. Tiles that cannot be had in time leave the white background.
 * Undefined without any position.
 */
export async function drawMapImage(
  lines: readonly MapLine[],
  tiles: MapTiles,
  outside: Outside,
): Promise<MapImage | undefined> {
  const view = viewOf(lines)
  if (!view) return undefined
  const ground = await loadGround(tilesOf(view), tiles, outside)
  const route = await drawRoute(pathOf(lines, view))
  const png = await compose(ground.tiles, route)
  return { png, isComplete: ground.isComplete, serverFailed: tiles.askServer && !ground.isComplete }
}

/** Pixels with red, green, blue and alpha. */
interface Raw {
  bytes: Buffer
  width: number
  height: number
}

/** Tiles are loaded all at once; a view has six at most. */
async function loadGround(wanted: readonly PlacedTile[], tiles: MapTiles, outside: Outside) {
  const cache = openTileCache(tiles.cacheFolder)
  const signal = AbortSignal.timeout(tiles.patience ?? PATIENCE)
  const subdomain = tiles.subdomains[Math.floor(Math.random() * tiles.subdomains.length)]
  const asked = tiles.askServer ? outside : { fetch: refuse }
  const sources = { template: tiles.template, subdomain, cache, signal, ...asked }
  const loaded = await Promise.all(
    wanted.map(async (place) => {
      const answer = await fetchTile(place, sources).catch(() => undefined)
      const failed = !answer || (!answer.bytes && answer.isTrouble)
      return { place, failed, raw: answer?.bytes && (await decode(answer.bytes)) }
    }),
  )
  return {
    tiles: loaded.flatMap(({ place, raw }) => (raw ? [{ place, raw }] : [])),
    isComplete: !loaded.some(({ failed }) => failed),
  }
}

const refuse = (): Promise<never> => Promise.reject(new Error('not asked'))

/** The pixels of a tile; undefined when the image is damaged or too large. */
async function decode(bytes: Uint8Array): Promise<Raw | undefined> {
  const sharp = await loadSharp()
  try {
    const pixels = sharp(bytes, { limitInputPixels: LARGEST_TILE ** 2 })
      .toColourspace('srgb')
      .resize(TILE_SIZE, TILE_SIZE, { fit: 'fill' })
      .ensureAlpha()
      .raw()
    return { bytes: await pixels.toBuffer(), width: TILE_SIZE, height: TILE_SIZE }
  } catch {
    return undefined
  }
}

/** The line drawn at double size, then made smaller: its edges grow soft, its colour stays. */
async function drawRoute(path: readonly Pixel[]): Promise<Raw> {
  const [width, height] = [MAP_WIDTH * LINE_SCALE, MAP_HEIGHT * LINE_SCALE]
  const points = path.map((pixel) => pixel.join()).join(' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polyline points="${points}" fill="none" stroke="#fff" stroke-width="${LINE_WIDTH * LINE_SCALE}" stroke-linejoin="round" stroke-linecap="round"/></svg>`
  const sharp = await loadSharp()
  // In a step of its own: asked for a smaller image, the SVG reader would draw a smaller line at once.
  const large = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()
  const opacity = await sharp(large, { raw: { width, height, channels: 1 } })
    .resize(MAP_WIDTH, MAP_HEIGHT, { kernel: 'lanczos3' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const bytes = Buffer.alloc(opacity.length * 4)
  for (let i = 0; i < opacity.length; i++) bytes.set([...LINE_COLOR, opacity[i] ?? 0], i * 4)
  return { bytes, width: MAP_WIDTH, height: MAP_HEIGHT }
}

async function compose(
  tiles: readonly { place: PlacedTile; raw: Raw }[],
  route: Raw,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const layer = ({ bytes, width, height }: Raw, left: number, top: number) => ({
    input: bytes,
    left,
    top,
    raw: { width, height, channels: 4 as const },
  })
  // Tiles reach beyond the image on all sides, so it is cut out of a larger one.
  const [width, height] = [MAP_WIDTH + 2 * TILE_SIZE, MAP_HEIGHT + 2 * TILE_SIZE]
  const large = await sharp({ create: { width, height, channels: 4, background: WHITE } })
    .composite([
      ...tiles.map(({ place, raw }) => layer(raw, place.left + TILE_SIZE, place.top + TILE_SIZE)),
      layer(route, TILE_SIZE, TILE_SIZE),
    ])
    .raw()
    .toBuffer()
  const png = await sharp(large, { raw: { width, height, channels: 4 } })
    .extract({ left: TILE_SIZE, top: TILE_SIZE, width: MAP_WIDTH, height: MAP_HEIGHT })
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
  return new Uint8Array(png)
}
