import { type Line, placedParts } from '@/domain/tracks/geometry/placed-line'
import { addTile, encodeBlocks, type TileBlocks } from './tile-blocks'

/**
 * Integer coordinates of points: the Web Mercator square has 2^30 units, so that a unit is at most 4 cm, a tile of zoom 17 has
 * 2^13, and the arithmetic below is exact.
 */
const WORLD = 2 ** 30
const TILE = 2 ** 13
/** Degrees of latitude at which the square ends. Places nearer to a pole are in no tile. */
const MAX_LATITUDE = 85.051_128
const RADIANS_PER_DEGREE = Math.PI / 180
const METRES_PER_UNIT = (2 * Math.PI * 6_378_137) / WORLD
/**
 * Maximum metres between consecutive points at which the tiles between them count as visited. Over larger gaps, the
 * recording was paused or GPS was lost; even devices that save memory record a point every few hundred metres.
 */
export const MAX_STEP = 1000

/**
 * Returns the tiles of zoom 17 that lines pass, encoded; undefined if there are none. Tiles between consecutive points of
 * a line count, too, unless it has a gap there.
 *
 * These are computed from the recorded points. The simplified lines that are stored for searches and maps differ from
 * them by some metres, which would add and omit tiles at corners, and they do not show gaps: a straight road and a jump
 * of GPS are both one step.
 */
export function encodeLineTiles(lines: Iterable<Line>): Uint8Array<ArrayBuffer> | undefined {
  const blocks: TileBlocks = new Map()
  for (const line of lines) for (const part of placedParts(line)) addPart(blocks, part)
  return blocks.size > 0 ? encodeBlocks(blocks) : undefined
}

/** Adds the tiles of a part of a line whose points all have positions. */
function addPart(blocks: TileBlocks, { lat, lon }: Line): void {
  let isConnected = false
  // Most points are in the same tile as the previous one. Comparing degrees shows this without projecting them.
  let { south, north, west, east } = NOWHERE
  for (let i = 0; i < lat.length; i++) {
    const latitude = lat[i] ?? 0
    const longitude = lon[i] ?? 0
    if (latitude > south && latitude < north && longitude > west && longitude < east) continue
    if (Math.abs(latitude) > MAX_LATITUDE) {
      isConnected = false
      ;({ south, north, west, east } = NOWHERE)
      continue
    }
    const point = { x: toUnitX(longitude), y: toUnitY(latitude) }
    if (isConnected) {
      const previous = { x: toUnitX(lon[i - 1] ?? 0), y: toUnitY(lat[i - 1] ?? 0) }
      addMove(blocks, previous, { ...point, latitude })
    } else addTile(blocks, tileAt(point.x), tileAt(point.y))
    isConnected = true
    ;({ south, north, west, east } = interiorOf(point))
  }
}

const NOWHERE = { south: Number.NaN, north: Number.NaN, west: Number.NaN, east: Number.NaN }
/** Degrees by which the interior of a tile is smaller than the tile: more than half a unit, to which points are rounded. */
const EDGE = 1e-6

/** Returns the sides of the interior of the tile of a point, degrees. */
function interiorOf({ x, y }: UnitPoint): typeof NOWHERE {
  const [column, row] = [tileAt(x), tileAt(y)]
  const longitudeOf = (tiles: number) => ((tiles * TILE) / WORLD) * 360 - 180
  const latitudeOf = (tiles: number) =>
    Math.atan(Math.sinh(Math.PI * (1 - (2 * tiles * TILE) / WORLD))) / RADIANS_PER_DEGREE
  return {
    ...{ west: longitudeOf(column) + EDGE, east: longitudeOf(column + 1) - EDGE },
    ...{ north: latitudeOf(row) - EDGE, south: latitudeOf(row + 1) + EDGE },
  }
}

const tileAt = (units: number): number => Math.floor(units / TILE)

/** Longitudes of 180° and -180° are the same place. */
const toUnitX = (longitude: number): number =>
  modulo(Math.round((longitude / 360 + 0.5) * WORLD), WORLD)

function toUnitY(latitude: number): number {
  const sine = Math.sin(latitude * RADIANS_PER_DEGREE)
  const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(Math.max(Math.round(share * WORLD), 0), WORLD - 1)
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor

/** Coordinates in units. */
interface UnitPoint {
  x: number
  y: number
}

/** Adds the tiles between two points, or just that of the second one if they are too far apart. */
function addMove(
  blocks: TileBlocks,
  from: UnitPoint,
  { latitude, ...to }: UnitPoint & { latitude: number },
): void {
  if (tileAt(from.x) === tileAt(to.x) && tileAt(from.y) === tileAt(to.y)) return
  // The shorter way around the world may cross the antimeridian.
  const x = from.x + modulo(to.x - from.x + WORLD / 2, WORLD) - WORLD / 2
  const units = Math.hypot(x - from.x, to.y - from.y)
  const metres = units * METRES_PER_UNIT * Math.cos(latitude * RADIANS_PER_DEGREE)
  if (metres > MAX_STEP) addTile(blocks, tileAt(to.x), tileAt(to.y))
  else addStep(blocks, from, { x, y: to.y })
}

/** Adds every tile that contains a point of a step. */
export function addStep(blocks: TileBlocks, from: UnitPoint, to: UnitPoint): void {
  const [start, end] = from.y <= to.y ? [from, to] : [to, from]
  const lastRow = tileAt(end.y)
  for (let row = tileAt(start.y); row <= lastRow; row++) {
    const top = columnAt(start, end, Math.max(row * TILE, start.y))
    // A step that continues to the next row leaves this one at its edge, which belongs to the next row.
    const bottom = row === lastRow ? tileAt(end.x) : columnBefore(start, end, (row + 1) * TILE)
    const last = Math.max(top, bottom)
    for (let column = Math.min(top, bottom); column <= last; column++) addTile(blocks, column, row)
  }
}

/** Returns the column in which a step southwards reaches a height. */
const columnAt = (start: UnitPoint, end: UnitPoint, y: number): number =>
  start.y === y ? tileAt(start.x) : columnOf(start) + Math.floor(columnsUntil(start, end, y))

/** Returns the column in which a step southwards is immediately before it reaches a height. */
const columnBefore = (start: UnitPoint, end: UnitPoint, y: number): number =>
  end.x > start.x
    ? columnOf(start) + Math.ceil(columnsUntil(start, end, y)) - 1
    : columnAt(start, end, y)

const columnOf = ({ x }: UnitPoint): number => tileAt(x)

/**
 * Returns how many columns a step is from the western edge of the column of its start when it reaches a height. Numerator
 * and denominator are integers below 2^53 / 2^13, so the quotient is never rounded to another side of an integer.
 */
function columnsUntil(start: UnitPoint, end: UnitPoint, y: number): number {
  const height = end.y - start.y
  const offset = modulo(start.x, TILE)
  return (offset * height + (end.x - start.x) * (y - start.y)) / (height * TILE)
}
