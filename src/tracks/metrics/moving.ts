import type { Segment } from '@/tracks/track'
import { typicalMaxSpeed } from './speed'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** What a segment amounts to when stops are told from movement. */
export interface MovingData {
  /** Microseconds faster than the threshold. */
  readonly time: number
  /** Metres, stops included. */
  readonly distance: number
  /** Metres per second, outliers left out. */
  readonly maxSpeed: number
}

const DEFAULT_THRESHOLD = 1

/**
 * Tells stops (at most `threshold` km/h) from movement, step by step. Steps without two times,
 * without advance in time or without distance count for neither.
 */
export function movingData(
  segment: Pick<Segment, 'size' | 'time'>,
  steps: Float64Array,
  threshold: number,
): MovingData {
  const limit = threshold || DEFAULT_THRESHOLD
  const speeds = new Float64Array(segment.size)
  const lengths = new Float64Array(segment.size)
  let count = 0
  let time = 0
  let moved = 0
  let stopped = 0
  for (let i = 1; i < segment.size; i++) {
    const elapsed = (segment.time[i] ?? 0) - (segment.time[i - 1] ?? 0)
    const length = steps[i] ?? 0
    if (!(elapsed > 0 && length > 0)) continue
    const speed = length / (elapsed / MICROSECONDS)
    if (speed * KMH_PER_MS <= limit) stopped += length
    else {
      time += elapsed
      moved += length
    }
    // Stops before the first movement do not take part in the distribution of speeds.
    if (time === 0) continue
    speeds[count] = speed
    lengths[count] = length
    count += 1
  }
  const maxSpeed = typicalMaxSpeed(speeds.subarray(0, count), lengths.subarray(0, count))
  return { time, distance: moved + stopped, maxSpeed }
}
