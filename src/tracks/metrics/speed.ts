import { roundHalfEven } from '@/lib/decimal'
import type { Segment } from '@/tracks/track'
import { type ShortenedPositions, speedDistance } from './distance'
import { selectSmallest } from './select'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** Where and when somebody was at each point. */
type TimedPositions = ShortenedPositions & Pick<Segment, 'time'>

/**
 * Speed at each point in km/h with 2 decimals: the mean of the speeds to the previous and to the
 * next point, or the one of them that is known and not zero, else 0. The first point has 0.
 * `steps` are the `shortenedSteps` of the segment.
 */
export function pointSpeeds(segment: TimedPositions, steps: Float64Array): Float64Array {
  const { size, time, ele } = segment
  const speeds = new Float64Array(size)
  for (let i = 1; i < size; i++) {
    const elapsed = Math.abs((time[i] ?? 0) - (time[i - 1] ?? 0))
    // Only an elevation of 0 means something else here than for the distance.
    const isStep = ele[i] !== 0 && ele[i - 1] !== 0
    const length = isStep ? (steps[i] ?? 0) : speedDistance(segment, i, i - 1)
    const before = elapsed > 0 ? length / (elapsed / MICROSECONDS) : 0
    const after = i + 1 < size ? speedToNext(segment, i) : 0
    const speed = before > 0 && after > 0 ? (before + after) / 2 : before || after
    speeds[i] = roundHalfEven(speed * KMH_PER_MS, 2)
  }
  return speeds
}

/** Metres per second from a point to the next whatever their order in time; 0 when unknown. */
function speedToNext(segment: TimedPositions, at: number): number {
  const elapsed = Math.abs((segment.time[at] ?? 0) - (segment.time[at + 1] ?? 0))
  return elapsed > 0 ? speedDistance(segment, at, at + 1) / (elapsed / MICROSECONDS) : 0
}

/** Steps longer or shorter than the mean by more than this many standard deviations are outliers. */
const MAX_DEVIATIONS = 1.5
/** The share of steps that are slower than the speed taken as the maximum. */
const PERCENTILE = 0.95

/**
 * The 95th percentile of speeds among steps of ordinary length, in the unit of `speeds`; 0 for
 * fewer than two steps. GPS errors show up as steps of odd length or as single peaks.
 */
export function typicalMaxSpeed(speeds: Float64Array, lengths: Float64Array): number {
  if (lengths.length < 2) return 0
  const mean = sumOf(lengths) / lengths.length
  const reach = MAX_DEVIATIONS * Math.sqrt(sumOfSquares(lengths, mean) / lengths.length)
  const kept = new Float64Array(lengths.length)
  let count = 0
  for (let i = 0; i < lengths.length; i++) {
    if (Math.abs((lengths[i] ?? 0) - mean) > reach) continue
    kept[count] = speeds[i] ?? 0
    count += 1
  }
  const index = Math.min(Math.floor(count * PERCENTILE), count - 1)
  return count === 0 ? 0 : selectSmallest(kept.subarray(0, count), index)
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  return sum
}

/** Of what values lie away from `centre`. */
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
 * Whole seconds per kilometre at a speed in km/h, 0 at standstill, which is also a speed at which a kilometre takes more
 * seconds than are whole numbers. Rounded to the microsecond first, then to the second, both half to even.
 */
export function paceOf(speed: number): number {
  if (speed === 0) return 0
  const microseconds = roundHalfEven((SECONDS_PER_HOUR / speed) * MICROSECONDS, 0)
  const seconds = roundHalfEven(microseconds / MICROSECONDS, 0)
  return Number.isSafeInteger(seconds) ? seconds : 0
}
