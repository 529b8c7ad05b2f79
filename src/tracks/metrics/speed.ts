import { roundHalfEven } from '@/lib/decimal'
import type { Segment } from '@/tracks/track'
import { speedDistance } from './distance'
import { KMH_PER_MS, MICROSECONDS } from './units'

/**
 * Speed at each point in km/h with 2 decimals: the mean of the speeds to the previous and to the
 * next point, or the one of them that is known and not zero, else 0. The first point has 0.
 */
export function pointSpeeds(segment: Segment): Float64Array {
  const speeds = new Float64Array(segment.size)
  for (let i = 1; i < segment.size; i++) {
    const before = speedTowards(segment, i, i - 1)
    const after = i + 1 < segment.size ? speedTowards(segment, i, i + 1) : 0
    const speed = before > 0 && after > 0 ? (before + after) / 2 : before || after
    speeds[i] = roundHalfEven(speed * KMH_PER_MS, 2)
  }
  return speeds
}

/** Metres per second between two points whatever their order in time; 0 when unknown. */
function speedTowards(segment: Segment, at: number, neighbour: number): number {
  const elapsed = Math.abs((segment.time[at] ?? 0) - (segment.time[neighbour] ?? 0))
  return elapsed > 0 ? speedDistance(segment, at, neighbour) / (elapsed / MICROSECONDS) : 0
}
