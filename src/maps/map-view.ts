/** A tile of the web-mercator grid. */
export interface Tile {
  z: number
  x: number
  y: number
}

/** Columns of positions in degrees, a part of a recording. */
export interface MapLine {
  lat: Float64Array
  lon: Float64Array
}

/** What a map image shows: the zoom level, and its middle in tiles of that level. */
export interface MapView {
  zoom: number
  x: number
  y: number
}

export type Pixel = [x: number, y: number]

export const MAP_WIDTH = 400
export const MAP_HEIGHT = 225
export const TILE_SIZE = 256
/** Left and right of the line. */
const PADDING = 10
const LARGEST_ZOOM = 17
/** The line is drawn at this scale and made smaller, which smooths it. */
export const LINE_SCALE = 2
/** Pixels, at the scale of the line, that a point must be away from the last one. */
const LEAST_DISTANCE = 11
/** Where the square world of web mercator ends. */
const LAST_LATITUDE = 85.051_128_78
const RADIANS = Math.PI / 180

/** The view that shows all lines as large as possible; undefined without any position. */
export function viewOf(lines: readonly MapLine[]): MapView | undefined {
  const [west, east] = extremes(lines.map(({ lon }) => lon))
  const [south, north] = extremes(lines.map(({ lat }) => lat))
  if (west > east || south > north) return undefined
  let zoom = LARGEST_ZOOM
  while (zoom > 0 && !fits({ west, east, south, north }, zoom)) zoom -= 1
  return { zoom, x: xOf((west + east) / 2, zoom), y: yOf((south + north) / 2, zoom) }
}

interface Extent {
  west: number
  east: number
  south: number
  north: number
}

function fits({ west, east, south, north }: Extent, zoom: number): boolean {
  const width = (xOf(east, zoom) - xOf(west, zoom)) * TILE_SIZE
  const height = (yOf(south, zoom) - yOf(north, zoom)) * TILE_SIZE
  return width <= MAP_WIDTH - 2 * PADDING && height <= MAP_HEIGHT
}

/**
 * The lines joined to one, in whole pixels at twice the size of the image. Points near the last one kept are left out;
 * the very first and last stay.
 */
export function pathOf(lines: readonly MapLine[], view: MapView): Pixel[] {
  const path: Pixel[] = []
  let latest: Pixel | undefined
  for (const { lat, lon } of lines) {
    for (let i = 0; i < lat.length; i++) {
      latest = [
        LINE_SCALE * toPixel(xOf(lon[i] ?? 0, view.zoom) - view.x, MAP_WIDTH),
        LINE_SCALE * toPixel(yOf(lat[i] ?? 0, view.zoom) - view.y, MAP_HEIGHT),
      ]
      const kept = path.at(-1)
      if (!kept || Math.hypot(latest[0] - kept[0], latest[1] - kept[1]) > LEAST_DISTANCE)
        path.push(latest)
    }
  }
  if (latest && path.at(-1) !== latest) path.push(latest)
  return path
}

/** A tile and where its upper left corner is in the image, possibly outside of it. */
export interface PlacedTile extends Tile {
  left: number
  top: number
}

/** The tiles that cover a view. East and west of the world it begins again, north and south of it there is nothing. */
export function tilesOf({ zoom, x, y }: MapView): PlacedTile[] {
  const count = 2 ** zoom
  const [halfWidth, halfHeight] = [MAP_WIDTH / 2 / TILE_SIZE, MAP_HEIGHT / 2 / TILE_SIZE]
  const tiles: PlacedTile[] = []
  for (let column = Math.floor(x - halfWidth); column < Math.ceil(x + halfWidth); column++) {
    for (let row = Math.floor(y - halfHeight); row < Math.ceil(y + halfHeight); row++) {
      if (row < 0 || row >= count) continue
      tiles.push({
        z: zoom,
        x: ((column % count) + count) % count,
        y: row,
        left: toPixel(column - x, MAP_WIDTH),
        top: toPixel(row - y, MAP_HEIGHT),
      })
    }
  }
  return tiles
}

/** Pixel of something so many tiles away from the middle; halves go to the even pixel. */
function toPixel(tiles: number, size: number): number {
  const position = tiles * TILE_SIZE + size / 2
  const rounded = Math.round(position)
  return rounded - position === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

const xOf = (lon: number, zoom: number): number => ((lon + 180) / 360) * 2 ** zoom

function yOf(lat: number, zoom: number): number {
  const angle = Math.min(Math.max(lat, -LAST_LATITUDE), LAST_LATITUDE) * RADIANS
  return ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * 2 ** zoom
}

/** Smallest and largest number of several columns. */
function extremes(columns: readonly Float64Array[]): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const value = column[i] ?? 0
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return [least, most]
}
