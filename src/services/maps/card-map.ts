import type { OutgoingAccess } from '@/lib/network/outgoing'
import { loadSharp } from '@/store/files/sharp'
import { drawBaseMap, toSvg } from './draw-base-map'
import { type Ground, loadGround, type MapTiles } from './load-ground'
import { type PlacedTile, TILE_SIZE } from './map-view'

/** A route in Web Mercator coordinates: the world is a square of 2^`bits` units, with y to the south. */
export interface CardRoute {
  bits: number
  parts: readonly CardLine[]
}

export interface CardLine {
  x: ArrayLike<number>
  y: ArrayLike<number>
}

/** A rectangle of a picture, in pixels. */
export interface CardBox {
  left: number
  top: number
  width: number
  height: number
}

/** The pixel of a point of a route. */
export type PlacePoint = (x: number, y: number) => [x: number, y: number]

/** A map that covers a picture. */
export interface CardMap {
  /** Red, green and blue of each pixel. */
  pixels: Buffer
  place: PlacePoint
  /** Whether it is the coarse map of the world, because tiles are missing. */
  isCoarse: boolean
}

interface PictureSize {
  width: number
  height: number
}

/** Social networks show pictures at a third of their size, so labels are larger than usual: by a factor, or in pixels. */
const LABEL_SCALE = 1.8
const LABEL_SIZE = 22
const MAX_ZOOM = 16

/**
 * Loads the map of a picture on which a route is inside of a box. If tiles are missing it is the coarse map of the world,
 * so that no picture shows half a map.
 */
export async function loadCardMap(
  { bits, parts }: CardRoute,
  { size, box }: { size: PictureSize; box: CardBox },
  { tiles, outside }: { tiles: MapTiles; outside: OutgoingAccess },
): Promise<CardMap> {
  const { centre, width, height } = extentOf(parts)
  const scaleAt = (zoom: number) => (TILE_SIZE * 2 ** zoom) / 2 ** bits
  const fits = (zoom: number) =>
    width * scaleAt(zoom) <= box.width && height * scaleAt(zoom) <= box.height
  let zoom = MAX_ZOOM
  while (zoom > 1 && !fits(zoom)) zoom -= 1
  const place = placeAround(centre, scaleAt(zoom), box)
  const placed = tilesOf(place(0, 0), zoom, size)
  const ground = await loadGround(placed, { ...tiles, labelScale: LABEL_SCALE }, outside)
  if (ground.tiles.length < placed.length)
    return { pixels: await drawCoarseMap(place(0, 0), zoom, size), place, isCoarse: true }
  return { pixels: await joinTiles(ground, size), place, isCoarse: false }
}

async function drawCoarseMap(
  [left, top]: [number, number],
  zoom: number,
  size: PictureSize,
): Promise<Buffer> {
  const world = TILE_SIZE * 2 ** zoom
  const part = { left: -left / world, top: -top / world, zoom, ...size }
  const sharp = await loadSharp()
  return sharp(toSvg(await drawBaseMap(part, LABEL_SIZE), size))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Joins tiles that cover a picture. */
async function joinTiles({ tiles, labels }: Ground, size: PictureSize): Promise<Buffer> {
  const sharp = await loadSharp()
  // Tiles extend beyond the picture on all sides, so it is cropped from a larger one.
  const raw = {
    width: size.width + 2 * TILE_SIZE,
    height: size.height + 2 * TILE_SIZE,
    channels: 3 as const,
  }
  const large = await sharp({ create: { ...raw, background: '#fff' } })
    .composite(
      tiles.map(({ place: { left, top }, raw: { bytes, ...tile } }) => ({
        ...{ input: bytes, left: left + TILE_SIZE, top: top + TILE_SIZE },
        raw: { ...tile, channels: 4 },
      })),
    )
    .removeAlpha()
    .raw()
    .toBuffer()
  const pixels = await sharp(large, { raw })
    .extract({ left: TILE_SIZE, top: TILE_SIZE, ...size })
    .raw()
    .toBuffer()
  if (!labels) return pixels
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .composite([{ input: toSvg(labels, size), left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Lists the tiles that cover a picture, given the pixel of the north-western corner of the world. */
function tilesOf(
  [left, top]: [number, number],
  zoom: number,
  { width, height }: PictureSize,
): PlacedTile[] {
  const count = 2 ** zoom
  const tiles: PlacedTile[] = []
  for (let column = Math.floor(-left / TILE_SIZE); column * TILE_SIZE + left < width; column++)
    for (let row = Math.floor(-top / TILE_SIZE); row * TILE_SIZE + top < height; row++)
      if (row >= 0 && row < count)
        tiles.push({
          ...{ z: zoom, x: ((column % count) + count) % count, y: row },
          ...{ left: column * TILE_SIZE + left, top: row * TILE_SIZE + top },
        })
  return tiles
}

/** Places a point in the centre of a box. The corner of the world is at a whole pixel, as tiles must be. */
function placeAround([x, y]: [number, number], scale: number, box: CardBox): PlacePoint {
  const left = Math.round(box.left + box.width / 2 - x * scale)
  const top = Math.round(box.top + box.height / 2 - y * scale)
  return (pointX, pointY) => [left + pointX * scale, top + pointY * scale]
}

function extentOf(parts: readonly CardLine[]) {
  const [left, right] = rangeOf(parts.map(({ x }) => x))
  const [top, bottom] = rangeOf(parts.map(({ y }) => y))
  const centre: [number, number] = [(left + right) / 2, (top + bottom) / 2]
  return { centre, width: right - left, height: bottom - top }
}

function rangeOf(columns: readonly ArrayLike<number>[]): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const column of columns)
    for (const value of Array.from(column)) {
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
  return [min, max]
}
