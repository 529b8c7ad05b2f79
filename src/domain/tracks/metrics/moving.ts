import type { Segment } from '@/domain/tracks/track'
import { typicalMaxSpeed } from './speed'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** Totals of a segment with stops excluded. */
export interface MovingData {
  /** Microseconds spent above the threshold. */
  readonly time: number
  /** Metres, including stops. */
  readonly distance: number
  /** Metres per second, without outliers. */
  readonly maxSpeed: number
}

const DEFAULT_THRESHOLD = 1

/**
 * Divides steps into stops (at most `threshold` km/h) and movement. Steps without two times, without time difference or
 * without distance count as neither.
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
    // Stops before the first movement are excluded from the distribution of speeds.
    if (time === 0) continue
    speeds[count] = speed
    lengths[count] = length
    count += 1
  }
  const maxSpeed = typicalMaxSpeed(speeds.subarray(0, count), lengths.subarray(0, count))
  return { time, distance: moved + stopped, maxSpeed }
}
