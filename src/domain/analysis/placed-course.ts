import { placeAt } from '@/domain/tracks/metrics/earth'
import type { MeasuredSegment } from '@/domain/tracks/streams/packed-segment'
import type { Segment } from '@/domain/tracks/track'
import { type Course, joinCourse } from './course'
import type { Places } from './outline'

/** A recording reduced to the points that have a time and a position. */
export interface Trace {
  readonly course: Course
  /** One place for each point of the course. */
  readonly places: Places
  /** Degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** Joins the segments of a recording, ordered by start time. */
export function joinTrace(segments: readonly MeasuredSegment[]): Trace {
  const placed = segments
    .map(placedPoints)
    .filter(({ points }) => points.size > 0)
    .toSorted((one, other) => (one.points.time[0] ?? 0) - (other.points.time[0] ?? 0))
  const course = joinCourse(
    placed.map(({ points }) => points),
    placed.map(({ steps }) => steps),
  )
  const lat = joined(placed.map(({ points }) => points.lat))
  const lon = joined(placed.map(({ points }) => points.lon))
  return { course, places: toPlaces(lat, lon), lat, lon }
}

/** Converts coordinates in degrees to earth-centred places. */
export function toPlaces(lat: Float64Array, lon: Float64Array): Places {
  const places = new Float64Array(lat.length * 3)
  for (let i = 0; i < lat.length; i++) places.set(placeAt(lat[i] ?? 0, lon[i] ?? 0), i * 3)
  return places
}

interface Placed {
  points: Segment
  steps: Float64Array
}

function joined(columns: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const column of columns) {
    whole.set(column, at)
    at += column.length
  }
  return whole
}

/** Keeps only the points with a time and a position. The steps to the others count for the next one that is kept. */
function placedPoints({ points, steps }: MeasuredSegment): Placed {
  const { size, time, lat, lon } = points
  const kept = new Uint32Array(size)
  const lengths = new Float64Array(size)
  let count = 0
  for (let i = 0; i < size; i++) {
    lengths[count] = (lengths[count] ?? 0) + (count === 0 ? 0 : (steps[i] ?? 0))
    if (Number.isNaN((time[i] ?? 0) + (lat[i] ?? 0) + (lon[i] ?? 0))) continue
    kept[count] = i
    count += 1
  }
  if (count === size) return { points, steps }
  const pick = (column: Float64Array) =>
    Float64Array.from(kept.subarray(0, count), (i) => column[i] ?? Number.NaN)
  return {
    points: {
      size: count,
      ...{ time: pick(time), lat: pick(lat), lon: pick(lon), ele: pick(points.ele) },
      ...{ hr: pick(points.hr), cadence: pick(points.cadence), power: pick(points.power) },
    },
    steps: lengths.subarray(0, count),
  }
}

/** Total length in metres. */
export const totalLength = ({ course }: Trace): number => course.metres.at(-1) ?? 0

/** An index plus the share of the step to the next one, e.g. 3.25. */
export type Position = number

/** Interpolates a column linearly at a position. */
export function interpolateAt(column: Float64Array, position: Position): number {
  const index = Math.min(Math.floor(position), column.length - 1)
  const here = column[index] ?? Number.NaN
  const share = position - index
  return share === 0 ? here : here + share * ((column[index + 1] ?? here) - here)
}

/** First position at which a column that never decreases reaches a value; one of its ends if the value is outside. */
export function findPosition(metres: Float64Array, wanted: number): Position {
  let [low, high] = [0, metres.length - 1]
  if (!(wanted > (metres[0] ?? 0))) return 0
  if (!(wanted <= (metres[high] ?? 0))) return Math.max(0, high)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((metres[middle] ?? 0) < wanted) low = middle
    else high = middle
  }
  const [before, after] = [metres[low] ?? 0, metres[high] ?? 0]
  return low + (wanted - before) / (after - before)
}
