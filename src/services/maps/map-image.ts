import type { OutgoingAccess } from '@/lib/network/outgoing'
import { loadSharp } from '@/store/files/sharp'
import { drawBaseMap, toSvg } from './draw-base-map'
import { loadGround, type MapTiles, type Raw } from './load-ground'
import {
  LINE_SCALE,
  MAP_HEIGHT,
  MAP_WIDTH,
  type MapLine,
  type MapView,
  type Pixel,
  type PlacedTile,
  pathOf,
  TILE_SIZE,
  tilesOf,
  viewOf,
} from './map-view'

export interface MapImage {
  png: Uint8Array<ArrayBuffer>
  /** Whether no tile is missing, except those that the server does not have. */
  isComplete: boolean
  /** Whether a request to the tile server failed. */
  serverFailed: boolean
}

/** Red, green, blue: #3388FF. */
const LINE_COLOR = [0x33, 0x88, 0xff] as const
const LINE_WIDTH = 4
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 }

/**
 * Draws a recording on a map of 400 × 225 pixels. Where tiles are missing, the coarse map of the world is visible.
 * Returns undefined if there is no position.
 */
export async function drawMapImage(
  lines: readonly MapLine[],
  tiles: MapTiles,
  outside: OutgoingAccess,
): Promise<MapImage | undefined> {
  const view = viewOf(lines)
  if (!view) return undefined
  const placed = tilesOf(view)
  const ground = await loadGround(placed, tiles, outside)
  const base = ground.tiles.length < placed.length ? await drawBase(view) : undefined
  const route = await drawRoute(pathOf(lines, view))
  const labels = ground.labels ? await rasterize(ground.labels) : undefined
  const png = await compose(ground.tiles, { base, labels, route })
  return { png, isComplete: ground.isComplete, serverFailed: tiles.useServer && !ground.isComplete }
}

async function drawBase({ zoom, x, y }: MapView): Promise<Raw> {
  const [width, height] = [MAP_WIDTH, MAP_HEIGHT]
  const left = (x - width / 2 / TILE_SIZE) / 2 ** zoom
  const top = (y - height / 2 / TILE_SIZE) / 2 ** zoom
  return rasterize(await drawBaseMap({ left, top, zoom, width, height }))
}

async function rasterize(drawing: string): Promise<Raw> {
  const size = { width: MAP_WIDTH, height: MAP_HEIGHT }
  const sharp = await loadSharp()
  return { bytes: await sharp(toSvg(drawing, size)).ensureAlpha().raw().toBuffer(), ...size }
}

/** Draws the line at double size and shrinks it, which smooths its edges without changing its colour. */
async function drawRoute(path: readonly Pixel[]): Promise<Raw> {
  const [width, height] = [MAP_WIDTH * LINE_SCALE, MAP_HEIGHT * LINE_SCALE]
  const points = path.map((pixel) => pixel.join()).join(' ')
  const line = `<polyline points="${points}" fill="none" stroke="#fff" stroke-width="${LINE_WIDTH * LINE_SCALE}" stroke-linejoin="round" stroke-linecap="round"/>`
  const sharp = await loadSharp()
  // Rendering and resizing are separate steps, because the SVG reader would otherwise draw a smaller line directly.
  const large = await sharp(toSvg(line, { width, height })).extractChannel('alpha').raw().toBuffer()
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
  { base, labels, route }: { base: Raw | undefined; labels: Raw | undefined; route: Raw },
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const layer = ({ bytes, width, height }: Raw, left: number, top: number) => ({
    input: bytes,
    left,
    top,
    raw: { width, height, channels: 4 as const },
  })
  // Tiles extend beyond the image on all sides, so the image is cropped from a larger one.
  const [width, height] = [MAP_WIDTH + 2 * TILE_SIZE, MAP_HEIGHT + 2 * TILE_SIZE]
  const large = await sharp({ create: { width, height, channels: 4, background: WHITE } })
    .composite([
      ...(base ? [layer(base, TILE_SIZE, TILE_SIZE)] : []),
      ...tiles.map(({ place, raw }) => layer(raw, place.left + TILE_SIZE, place.top + TILE_SIZE)),
      ...(labels ? [layer(labels, TILE_SIZE, TILE_SIZE)] : []),
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
