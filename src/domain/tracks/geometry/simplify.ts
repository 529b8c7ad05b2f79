import type { Line } from './placed-line'

const METRES_PER_DEGREE = (2 * Math.PI * 6_378_137) / 360
const RADIANS_PER_DEGREE = Math.PI / 180
/**
 * Points of a section. Long lines are simplified in sections, because the worst case grows with the square of the
 * length, and a file could be crafted to trigger it. The ends of sections are never removed.
 */
const PIECE = 2048

/**
 * Simplifies a line (Douglas-Peucker): omitted points are within `tolerance` metres of the result. The first and last
 * points stay. Works on a plane, so only for local lines, not around a pole or across the antimeridian.
 */
export const simplify = (line: Line, tolerance: number): Line =>
  thinned(line, markNeeded(project(line), tolerance))

/**
 * Marks with 1 the points of a line on a plane that are needed so that the others are within `tolerance` of the result
 * (Douglas-Peucker). The first and last points always are.
 */
export function markNeeded(plane: Plane, tolerance: number): Uint8Array {
  const size = plane.x.length
  const kept = new Uint8Array(size)
  for (let start = 0; start < size; start += PIECE) {
    keepFarthest(plane, kept, [start, Math.min(start + PIECE, size - 1)], tolerance)
  }
  return kept
}

/** Returns the points of a line that are marked with 1. */
function thinned({ lat, lon }: Line, kept: Uint8Array): Line {
  let count = 0
  for (let i = 0; i < kept.length; i++) count += kept[i] ?? 0
  const thin = { lat: new Float64Array(count), lon: new Float64Array(count) }
  let next = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] !== 1) continue
    thin.lat[next] = lat[i] ?? 0
    thin.lon[next] = lon[i] ?? 0
    next += 1
  }
  return thin
}

/** Coordinates on a plane, in any unit. */
interface Plane {
  readonly x: Float64Array
  readonly y: Float64Array
}

function project({ lat, lon }: Line): Plane {
  const metresPerLongitude = METRES_PER_DEGREE * Math.cos((lat[0] ?? 0) * RADIANS_PER_DEGREE)
  const plane = { x: new Float64Array(lat.length), y: new Float64Array(lat.length) }
  for (let i = 0; i < lat.length; i++) {
    plane.x[i] = (lon[i] ?? 0) * metresPerLongitude
    plane.y[i] = (lat[i] ?? 0) * METRES_PER_DEGREE
  }
  return plane
}

/** Marks the ends of a piece and, between them, every point that is needed to stay within the tolerance. */
function keepFarthest(
  plane: Plane,
  kept: Uint8Array,
  piece: [first: number, last: number],
  tolerance: number,
): void {
  const pending = [piece]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [first, last] = next
    kept[first] = 1
    kept[last] = 1
    const farthest = farthestFrom(plane, first, last)
    if (farthest.distance <= tolerance) continue
    pending.push([first, farthest.index], [farthest.index, last])
  }
}

function farthestFrom(
  { x, y }: Plane,
  first: number,
  last: number,
): { index: number; distance: number } {
  const startX = x[first] ?? 0
  const startY = y[first] ?? 0
  const alongX = (x[last] ?? 0) - startX
  const alongY = (y[last] ?? 0) - startY
  const lengthSquared = alongX * alongX + alongY * alongY
  let index = first
  let largest = 0
  for (let i = first + 1; i < last; i++) {
    const dx = (x[i] ?? 0) - startX
    const dy = (y[i] ?? 0) - startY
    const share = lengthSquared === 0 ? 0 : (dx * alongX + dy * alongY) / lengthSquared
    // For points beyond the ends of the chord, the nearest point of the chord is its end.
    const nearest = Math.min(Math.max(share, 0), 1)
    const distance = (dx - nearest * alongX) ** 2 + (dy - nearest * alongY) ** 2
    if (distance > largest) {
      largest = distance
      index = i
    }
  }
  return { index, distance: Math.sqrt(largest) }
}
