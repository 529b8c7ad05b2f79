import type { Segment } from '@/domain/tracks/track'
import { roundHalfEven } from '@/lib/text/decimal'
import { type ShortenedPositions, speedDistance } from './distance'
import { selectSmallest } from './select'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** Position and time of each point. */
type TimedPositions = ShortenedPositions & Pick<Segment, 'time'>

/**
 * Returns the speed at each point in km/h with 2 decimals: the mean of the speeds to the previous and the next point,
 * or the one that is known and not zero, otherwise 0. The first point has 0. `steps` are the `shortenedSteps` of the
 * segment.
 */
export function pointSpeeds(segment: TimedPositions, steps: Float64Array): Float64Array {
  const { size, time, ele } = segment
  const speeds = new Float64Array(size)
  for (let i = 1; i < size; i++) {
    const elapsed = Math.abs((time[i] ?? 0) - (time[i - 1] ?? 0))
    // Only an elevation of 0 is treated differently here than for distances.
    const isStep = ele[i] !== 0 && ele[i - 1] !== 0
    const length = isStep ? (steps[i] ?? 0) : speedDistance(segment, i, i - 1)
    const before = elapsed > 0 ? length / (elapsed / MICROSECONDS) : 0
    const after = i + 1 < size ? speedToNext(segment, i) : 0
    const speed = before > 0 && after > 0 ? (before + after) / 2 : before || after
    speeds[i] = roundHalfEven(speed * KMH_PER_MS, 2)
  }
  return speeds
}

/** Returns metres per second between a point and the next, regardless of their order in time; 0 when unknown. */
function speedToNext(segment: TimedPositions, at: number): number {
  const elapsed = Math.abs((segment.time[at] ?? 0) - (segment.time[at + 1] ?? 0))
  return elapsed > 0 ? speedDistance(segment, at, at + 1) / (elapsed / MICROSECONDS) : 0
}

/** Steps whose length differs from the mean by more than this many standard deviations are outliers. */
const MAX_DEVIATIONS = 1.5
/** Fraction of steps that are slower than the maximum speed. */
const PERCENTILE = 0.95

/**
 * Returns the 95th percentile of the speeds of steps of ordinary length, in the unit of `speeds`; 0 for fewer than two
 * steps. GPS errors appear as steps of unusual length or as single peaks. Overwrites `speeds`.
 */
export function typicalMaxSpeed(speeds: Float64Array, lengths: Float64Array): number {
  if (lengths.length < 2) return 0
  const mean = sumOf(lengths) / lengths.length
  const reach = MAX_DEVIATIONS * Math.sqrt(sumOfSquares(lengths, mean) / lengths.length)
  let count = 0
  for (let i = 0; i < lengths.length; i++) {
    if (Math.abs((lengths[i] ?? 0) - mean) > reach) continue
    speeds[count] = speeds[i] ?? 0
    count += 1
  }
  const index = Math.min(Math.floor(count * PERCENTILE), count - 1)
  return count === 0 ? 0 : selectSmallest(speeds.subarray(0, count), index)
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  return sum
}

/** Sum of the squared distances from `centre`. */
function sumOfSquares(values: Float64Array, centre: number): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const away = (values[i] ?? 0) - centre
    sum += away * away
  }
  return sum
}

const SECONDS_PER_HOUR = 3600

/**
 * Converts km/h to whole seconds per kilometre; 0 at standstill and for speeds so low that the pace exceeds the integer
 * range. Rounded to microseconds first, then to seconds, both half to even.
 */
export function toPace(speed: number): number {
  if (speed === 0) return 0
  const microseconds = roundHalfEven((SECONDS_PER_HOUR / speed) * MICROSECONDS, 0)
  const seconds = roundHalfEven(microseconds / MICROSECONDS, 0)
  return Number.isSafeInteger(seconds) ? seconds : 0
}
