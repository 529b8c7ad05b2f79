import { roundHalfEven } from '@/lib/text/decimal'
import { Cursor } from './cursor'
import { typicalMaxSpeed } from './speed'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** Seconds over which the maximum speed is averaged, because a single step is dominated by position errors. */
export const PEAK_SECONDS = 5

/** Steps that exceed the typical maximum speed by this factor are receiver errors. */
const IMPLAUSIBLE_RATIO = 3
/** Metres per second. Steps up to this speed are always accepted. */
const ALWAYS_PLAUSIBLE = 5

/** Metres covered up to each point that has a time, without receiver errors, and the seconds since the first one. */
export interface PlausibleCourse {
  readonly seconds: Float64Array
  readonly metres: Float64Array
  /** The index of each point in the segment. */
  readonly points: Uint32Array
}

/** Removes implausibly fast steps, and points that have no time or an earlier one than the point before. */
export function plausibleCourse(time: Float64Array, steps: Float64Array): PlausibleCourse {
  const points = pointsInOrder(time)
  const seconds = new Float64Array(points.length)
  const lengths = new Float64Array(points.length)
  const start = time[points[0] ?? 0] ?? 0
  for (let k = 1; k < points.length; k++) {
    seconds[k] = ((time[points[k] ?? 0] ?? 0) - start) / MICROSECONDS
    for (let i = (points[k - 1] ?? 0) + 1; i <= (points[k] ?? 0); i++)
      lengths[k] = (lengths[k] ?? 0) + (steps[i] ?? 0)
  }
  return sumPlausible(points, seconds, lengths)
}

/** Returns the points that are later than all before them. */
function pointsInOrder(time: Float64Array): Uint32Array {
  const points = new Uint32Array(time.length)
  let [count, latest] = [0, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < time.length; i++) {
    const now = time[i] ?? Number.NaN
    if (!(now > latest)) continue
    points[count] = i
    latest = now
    count += 1
  }
  return points.subarray(0, count)
}

function sumPlausible(
  points: Uint32Array,
  seconds: Float64Array,
  lengths: Float64Array,
): PlausibleCourse {
  const speeds = new Float64Array(seconds.length)
  const moved = new Float64Array(seconds.length)
  let count = 0
  for (let i = 1; i < seconds.length; i++) {
    const length = lengths[i] ?? 0
    if (length <= 0) continue
    moved[count] = length
    speeds[count] = length / ((seconds[i] ?? 0) - (seconds[i - 1] ?? 0))
    count += 1
  }
  const typical = typicalMaxSpeed(speeds.subarray(0, count), moved.subarray(0, count))
  const limit = Math.max(ALWAYS_PLAUSIBLE, IMPLAUSIBLE_RATIO * typical)
  const metres = new Float64Array(seconds.length)
  for (let i = 1; i < seconds.length; i++) {
    const length = lengths[i] ?? 0
    const isPlausible = length <= limit * ((seconds[i] ?? 0) - (seconds[i - 1] ?? 0))
    metres[i] = (metres[i - 1] ?? 0) + (isPlausible ? length : 0)
  }
  return { points, seconds, metres }
}

/** Returns the highest mean speed over `duration` seconds in m/s; null for shorter courses. */
export function fastestOver({ seconds, metres }: PlausibleCourse, duration: number): number | null {
  const last = seconds.at(-1) ?? 0
  if (seconds.length < 2 || last < duration) return null
  let fastest = 0
  // The fastest interval starts or ends at a point.
  const ends = new Cursor(seconds)
  const starts = new Cursor(seconds)
  for (let i = 0; i < seconds.length; i++) {
    const now = seconds[i] ?? 0
    const here = metres[i] ?? 0
    if (now + duration <= last)
      fastest = Math.max(fastest, ends.valueAt(metres, now + duration) - here)
    if (now >= duration) fastest = Math.max(fastest, here - starts.valueAt(metres, now - duration))
  }
  return fastest / duration
}

/**
 * Returns the speed at each of `size` points in km/h with 2 decimals: the mean over the `PEAK_SECONDS` around it, so that
 * no point is faster than the maximum speed. NaN for points without a time.
 */
export function smoothSpeeds(course: PlausibleCourse, size: number): Float64Array {
  const { seconds, metres, points } = course
  const speeds = new Float64Array(size).fill(Number.NaN)
  const last = seconds.at(-1) ?? 0
  const [from, to] = [new Cursor(seconds), new Cursor(seconds)]
  const width = Math.min(PEAK_SECONDS, last)
  for (let k = 0; k < points.length; k++) {
    const start = Math.max(0, Math.min((seconds[k] ?? 0) - width / 2, last - width))
    const speed =
      width > 0 ? (to.valueAt(metres, start + width) - from.valueAt(metres, start)) / width : 0
    speeds[points[k] ?? 0] = roundHalfEven(speed * KMH_PER_MS, 2)
  }
  return speeds
}
