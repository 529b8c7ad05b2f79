import { chordBetween, type Place, placeAt } from '@/domain/tracks/metrics/earth'
import { type Box, METRES_PER_DEGREE } from './distance-to-line'
import type { Line } from './placed-line'
import { placedLine, placedParts } from './placed-line'
import { simplify } from './simplify'

/** A section of a simplified line, stored for fast searches by place. */
export interface LinePiece {
  /** Contains the section of the recorded line that the piece represents. */
  readonly box: Box
  /** Places in the format of `readPiece`. */
  readonly places: Uint8Array
}

/** Maximum distance in metres between a piece and the recorded line, in both directions. */
export const PIECE_PRECISION = 10
/**
 * Half of the promised precision: simplification measures on a plane, which distorts distances slightly far from the
 * start.
 */
const TOLERANCE = PIECE_PRECISION / 2
const STEPS_PER_PIECE = 64
const UNITS_PER_METRE = 10
/** Limits within which the plane used for simplification is accurate enough. */
const FLAT_ENOUGH = { latitude: 80, height: 5 }
/** Degrees. Nearer to the poles, boxes of latitude and longitude are useless. */
const POLAR_LATITUDE = 85
/** Length in metres from which the route of a step is unknown, so that its box covers everything. */
const ENDLESS_STEP = 1_000_000
/**
 * Metres by which the arc over a step can lie poleward of it, per square metre of its length: tan 85° / 8 earth radii.
 */
const BULGE = 11.43 / (8 * 6_371_000)
const WORLD: Box = { south: -90, west: -180, north: 90, east: 180 }

/**
 * Splits a line into pieces of at most 64 steps. The first place of each piece is the last one of the previous piece,
 * except after a gap in the positions.
 */
export const linePieces = (line: Line): LinePiece[] => placedParts(line).flatMap(piecesOfPart)

function piecesOfPart(line: Line): LinePiece[] {
  const outline = outlineOf({ lat: line.lat, lon: unwrapped(line.lon) })
  const pieces: LinePiece[] = []
  for (let start = 0; start === 0 || start < outline.lat.length - 1; start += STEPS_PER_PIECE) {
    const end = start + STEPS_PER_PIECE + 1
    const stretch = { lat: outline.lat.subarray(start, end), lon: outline.lon.subarray(start, end) }
    const places: Place[] = []
    for (let i = 0; i < stretch.lat.length; i++)
      places.push(placeAt(stretch.lat[i] ?? 0, stretch.lon[i] ?? 0))
    pieces.push({ box: boxOf(stretch, places), places: packed(places) })
  }
  return pieces
}

/** Decodes the places of a stored piece. */
export function readPiece(bytes: Uint8Array) {
  const isAligned = bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset } = isAligned ? bytes : new Uint8Array(bytes)
  const length = bytes.length / Int32Array.BYTES_PER_ELEMENT
  return {
    coordinates: new Int32Array(buffer, byteOffset, length),
    unitsPerMetre: UNITS_PER_METRE,
  }
}

/** Returns all places of a recorded line. */
export function placesOfLine(line: Line) {
  const { lat, lon } = placedLine(line)
  const coordinates = new Float64Array(lat.length * 3)
  for (let i = 0; i < lat.length; i++) coordinates.set(placeAt(lat[i] ?? 0, lon[i] ?? 0), i * 3)
  return { coordinates, unitsPerMetre: 1 }
}

function packed(places: readonly Place[]): Uint8Array {
  const coordinates = new Int32Array(places.length * 3)
  let next = 0
  for (const [x, y, z] of places) {
    coordinates[next] = x * UNITS_PER_METRE
    coordinates[next + 1] = y * UNITS_PER_METRE
    coordinates[next + 2] = z * UNITS_PER_METRE
    next += 3
  }
  return new Uint8Array(coordinates.buffer)
}

/** Removes the jumps of longitudes at the antimeridian: values continue beyond 180. */
function unwrapped(lon: Float64Array): Float64Array {
  const smooth = new Float64Array(lon.length)
  let turns = 0
  let before = lon[0] ?? 0
  for (let i = 0; i < lon.length; i++) {
    const value = lon[i] ?? 0
    const step = value - before
    if (step > 180) turns -= 1
    else if (step < -180) turns += 1
    smooth[i] = value + turns * 360
    before = value
  }
  return smooth
}

function outlineOf(line: Line): Line {
  const { south, north } = extremesOf(line)
  const isFlat =
    Math.max(-south, north) < FLAT_ENOUGH.latitude && north - south < FLAT_ENOUGH.height
  return isFlat ? simplify(line, TOLERANCE) : line
}

function extremesOf({ lat, lon }: Line): Box {
  const [south, north] = rangeOf(lat)
  const [west, east] = rangeOf(lon)
  return { south, west, north, east }
}

function rangeOf(values: Float64Array): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < values.length; i++) {
    least = Math.min(least, values[i] ?? 0)
    most = Math.max(most, values[i] ?? 0)
  }
  return [least, most]
}

function boxOf(stretch: Line, places: readonly Place[]): Box {
  let longest = 0
  for (let i = 1; i < places.length; i++) {
    const [before, place] = [places[i - 1], places[i]]
    if (before && place) longest = Math.max(longest, chordBetween(before, place))
  }
  if (longest > ENDLESS_STEP) return WORLD
  const { south, west, north, east } = extremesOf(stretch)
  const high = (PIECE_PRECISION + BULGE * longest ** 2) / METRES_PER_DEGREE
  const box = { south: Math.max(south - high, -90), north: Math.min(north + high, 90) }
  const outermost = Math.max(-box.south, box.north)
  if (outermost > POLAR_LATITUDE) return { ...WORLD, ...polar(box) }
  const wide = high / Math.cos((outermost * Math.PI) / 180)
  return { ...box, ...normalLongitudes(west - wide, east + wide) }
}

/** Near a pole, boxes extend to the pole because the shortest path may cross it. */
const polar = ({ south, north }: { south: number; north: number }) => ({
  south: south < -POLAR_LATITUDE ? -90 : south,
  north: north > POLAR_LATITUDE ? 90 : north,
})

function normalLongitudes(west: number, east: number): { west: number; east: number } {
  const turns = Math.floor((west + 180) / 360)
  const start = west - turns * 360
  const end = east - turns * 360
  return end > 180 ? { west: -180, east: 180 } : { west: start, east: end }
}
