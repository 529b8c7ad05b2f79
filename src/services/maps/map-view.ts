/** A tile of the Web Mercator grid. */
export interface Tile {
  z: number
  x: number
  y: number
}

/** Positions in degrees of a part of a recording. */
export interface MapLine {
  lat: Float64Array
  lon: Float64Array
}

/** The view of a map image: its zoom level, and its centre in tiles of that level. */
export interface MapView {
  zoom: number
  x: number
  y: number
}

export type Pixel = [x: number, y: number]

export const MAP_WIDTH = 400
export const MAP_HEIGHT = 225
export const TILE_SIZE = 256
/** Pixels to the left and right of the line. */
const PADDING = 10
const MAX_ZOOM = 17
/** The line is drawn at this scale and then shrunk, which smooths it. */
export const LINE_SCALE = 2
/** Minimum distance between two points, in pixels at the scale of the line. */
const MIN_DISTANCE = 11
/** The latitude at which the square Web Mercator map ends. */
const LAST_LATITUDE = 85.051_128_78
const RADIANS = Math.PI / 180

/** The largest view that shows all lines; undefined if there is no position. */
export function viewOf(lines: readonly MapLine[]): MapView | undefined {
  const [west, east] = extremes(lines.map(({ lon }) => lon))
  const [south, north] = extremes(lines.map(({ lat }) => lat))
  if (west > east || south > north) return undefined
  let zoom = MAX_ZOOM
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
 * Joins the lines to one path, in whole pixels at twice the size of the image. Points near the previous one are
 * skipped, except the first and the last.
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
      const previous = path.at(-1)
      if (!previous || Math.hypot(latest[0] - previous[0], latest[1] - previous[1]) > MIN_DISTANCE)
        path.push(latest)
    }
  }
  if (latest && path.at(-1) !== latest) path.push(latest)
  return path
}

/** A tile and the position of its upper left corner in the image, which may be outside the image. */
export interface PlacedTile extends Tile {
  left: number
  top: number
}

/**
 * Lists the tiles that cover a view. The map repeats to the east and west; there are no tiles north and south of it.
 */
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

/** Converts a distance from the centre in tiles to a pixel. Halves are rounded to the even pixel. */
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

/** The minimum and maximum of several columns. */
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
