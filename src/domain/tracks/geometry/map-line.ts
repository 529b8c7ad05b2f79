import { ECCENTRICITY_SQUARED } from '@/domain/tracks/metrics/earth'
import { readPiece } from './pieces'
import { markNeeded } from './simplify'
import { VarintReader, VarintWriter } from './varints'

/**
 * The line of a workout at three precisions, for a map with all workouts of a user. Coordinates are integers in Web
 * Mercator: the world is a square of 2^`bits` units, with x to the east and y to the south, so that a unit is a pixel
 * at zoom level `bits` - 8.
 *
 * A line is a sequence of integers (see `VarintWriter`): x and y of its first point, then its parts, between which
 * positions are missing. A part is the number of its points times two, plus one if another part follows, and x and y
 * of its points as signed differences from the previous point of the line; the first point of the line is omitted.
 */
export type MapLine = Readonly<Record<MapLevel, Uint8Array>>

export type MapLevel = (typeof MAP_LEVELS)[number]['name']

/**
 * Bits of the coordinates, the distance in units within which omitted points are from the line, and the maximum number
 * of points, for which the distance may be exceeded. Coarse lines are for an overview of thousands of workouts.
 */
export const MAP_LEVELS = [
  { name: 'coarse', bits: 18, tolerance: 1.5, maxPoints: 10 },
  { name: 'medium', bits: 20, tolerance: 1, maxPoints: Number.POSITIVE_INFINITY },
  { name: 'fine', bits: 23, tolerance: 1, maxPoints: Number.POSITIVE_INFINITY },
] as const

/** Integer coordinates of connected points. */
export interface LinePart {
  x: Float64Array
  y: Float64Array
}

/** A rectangle in the units of a line. */
export interface UnitBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Latitude at which the square of Web Mercator ends. */
const MAX_LATITUDE = 85.051_128
const RADIANS_PER_DEGREE = Math.PI / 180

/** Returns the line of a recording from its stored pieces in order; undefined without positions. */
export function mapLineOf(pieces: readonly { places: Uint8Array }[]): MapLine | undefined {
  const parts = joinPieces(pieces)
  if (parts.length === 0) return undefined
  const lines = MAP_LEVELS.map((level) => [level.name, encodeLine(simplifyParts(parts, level))])
  return Object.fromEntries(lines) as MapLine
}

/** Converts a longitude and latitude in degrees to shares of the Web Mercator square. */
export function toMercator(longitude: number, latitude: number): [x: number, y: number] {
  const clamped = Math.min(Math.max(latitude, -MAX_LATITUDE), MAX_LATITUDE)
  const sine = Math.sin(clamped * RADIANS_PER_DEGREE)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Decodes the parts of a line. */
export function decodeLine(bytes: Uint8Array): LinePart[] {
  const reader = new VarintReader(bytes)
  const parts: LinePart[] = []
  let [x, y] = [reader.signed(), reader.signed()]
  for (let isLast = false; !isLast; ) {
    const header = reader.unsigned()
    isLast = header % 2 === 0
    const count = Math.floor(header / 2)
    const part = { x: new Float64Array(count), y: new Float64Array(count) }
    for (let i = 0; i < count; i++) {
      if (parts.length > 0 || i > 0) {
        x += reader.signed()
        y += reader.signed()
      }
      part.x[i] = x
      part.y[i] = y
    }
    parts.push(part)
  }
  return parts
}

/** Encodes the parts of a line, of which there must be at least one. */
export function encodeLine(parts: readonly LinePart[]): Uint8Array {
  const writer = new VarintWriter()
  let [x, y] = [parts[0]?.x[0] ?? 0, parts[0]?.y[0] ?? 0]
  writer.signed(x)
  writer.signed(y)
  for (const [index, part] of parts.entries()) {
    writer.unsigned(2 * part.x.length + (index < parts.length - 1 ? 1 : 0))
    for (let i = index === 0 ? 1 : 0; i < part.x.length; i++) {
      const [nextX, nextY] = [part.x[i] ?? 0, part.y[i] ?? 0]
      writer.signed(nextX - x)
      writer.signed(nextY - y)
      x = nextX
      y = nextY
    }
  }
  return writer.join()
}

/** Returns the parts of a line whose steps may cross a rectangle: those whose bounding boxes intersect it. */
export function clipLine(bytes: Uint8Array, box: UnitBox): Uint8Array | undefined {
  const clipped = decodeLine(bytes).flatMap((part) => clipPart(part, box))
  return clipped.length > 0 ? encodeLine(clipped) : undefined
}

function clipPart({ x, y }: LinePart, { left, top, right, bottom }: UnitBox): LinePart[] {
  const isNear = (i: number, k: number) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [x[i], y[i], x[k], y[k]]
    return (
      Math.max(x0, x1) >= left &&
      Math.min(x0, x1) <= right &&
      Math.max(y0, y1) >= top &&
      Math.min(y0, y1) <= bottom
    )
  }
  if (x.length === 1) return isNear(0, 0) ? [{ x, y }] : []
  const parts: LinePart[] = []
  let start: number | undefined
  for (let i = 0; i < x.length; i++) {
    if (i + 1 < x.length && isNear(i, i + 1)) start ??= i
    else if (start !== undefined) {
      parts.push({ x: x.subarray(start, i + 1), y: y.subarray(start, i + 1) })
      start = undefined
    }
  }
  return parts
}

/** Coordinates of connected points, as shares of a square. */
interface SharePart {
  x: ArrayLike<number>
  y: ArrayLike<number>
}

/** Joins pieces to lines between gaps, as shares of the Web Mercator square; x may leave it at the antimeridian. */
function joinPieces(pieces: readonly { places: Uint8Array }[]): SharePart[] {
  const decoded = pieces.map(({ places }) => readPiece(places).coordinates)
  // Preallocated: millions of points would otherwise be copied and collected several times.
  const size = decoded.reduce((sum, { length }) => sum + length / 3, 0)
  const [x, y] = [new Float64Array(size), new Float64Array(size)]
  const starts: number[] = []
  let end: Int32Array | undefined
  let previousX = 0.5
  let count = 0
  for (const coordinates of decoded) {
    // Each piece begins with the last point of the previous one, except after a gap in the positions.
    const isContinued = end?.every((unit, i) => unit === coordinates[i])
    if (!isContinued) starts.push(count)
    for (let i = isContinued ? 3 : 0; i < coordinates.length; i += 3) {
      const [nextX, nextY] = toSquare(coordinates, i)
      previousX = nextX + Math.round(previousX - nextX)
      x[count] = previousX
      y[count] = nextY
      count += 1
    }
    end = coordinates.length > 0 ? coordinates.slice(-3) : undefined
  }
  return starts
    .map((start, i) => {
      const stop = starts[i + 1] ?? count
      return { x: x.subarray(start, stop), y: y.subarray(start, stop) }
    })
    .filter((part) => part.x.length > 0)
}

/** Projects a place on the ellipsoid, in earth-centred coordinates of any unit. */
function toSquare(coordinates: Int32Array, at: number): [x: number, y: number] {
  const [x = 0, y = 0, z = 0] = coordinates.subarray(at, at + 3)
  const latitude = Math.atan2(z, (1 - ECCENTRICITY_SQUARED) * Math.hypot(x, y))
  return toMercator(Math.atan2(y, x) / RADIANS_PER_DEGREE, latitude / RADIANS_PER_DEGREE)
}

/** Factor by which the tolerance grows while there are too many points. */
const GROWTH = 1.4
const MAX_GROWTHS = 20

/**
 * Simplifies the parts of a line and rounds their coordinates to units, of which the square has 2^`bits`. The number of
 * points may exceed `maxPoints` if there are many parts.
 */
export function simplifyParts(
  parts: readonly SharePart[],
  { bits, tolerance, maxPoints }: { bits: number; tolerance: number; maxPoints: number },
): LinePart[] {
  const rounded = withoutDots(parts.map((part) => roundPart(part, 2 ** bits)))
  let allowed: number = tolerance
  for (let growth = 0; ; growth++) {
    const thinned = rounded.map((part) => thinPart(part, allowed))
    const count = thinned.reduce((sum, { x }) => sum + x.length, 0)
    if (count <= maxPoints || growth === MAX_GROWTHS) return thinned
    allowed *= GROWTH
  }
}

/** Omits parts that are a single point at this precision, unless there are no others. */
function withoutDots(parts: readonly LinePart[]): readonly LinePart[] {
  const lines = parts.filter(({ x }) => x.length > 1)
  return lines.length > 0 ? lines : parts.slice(0, 1)
}

/** Rounds coordinates to units, and omits points that are equal to the previous one. */
function roundPart(part: SharePart, units: number): LinePart {
  const [x, y] = [new Float64Array(part.x.length), new Float64Array(part.x.length)]
  let count = 0
  for (let i = 0; i < part.x.length; i++) {
    const [nextX, nextY] = [
      Math.round((part.x[i] ?? 0) * units),
      Math.round((part.y[i] ?? 0) * units),
    ]
    if (count > 0 && nextX === x[count - 1] && nextY === y[count - 1]) continue
    x[count] = nextX
    y[count] = nextY
    count += 1
  }
  return { x: x.subarray(0, count), y: y.subarray(0, count) }
}

function thinPart({ x, y }: LinePart, tolerance: number): LinePart {
  const needed = markNeeded({ x, y }, tolerance)
  const isNeeded = (_: number, i: number) => needed[i] === 1
  return { x: x.filter(isNeeded), y: y.filter(isNeeded) }
}
