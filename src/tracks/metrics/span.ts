import type { Segment } from '@/tracks/track'
import { startOf } from './validate'

/**
 * Microseconds from the first to the last point; the second and the last but one stand in for
 * points without time. Null when that leaves no two times or when time runs backwards.
 */
export function durationOf(segment: Segment): number | null {
  if (segment.size < 2) return 0
  const { time, size } = segment
  const first = knownTime(time[0]) ?? time[1] ?? Number.NaN
  const duration = lastTime(time, size) - first
  return duration >= 0 ? duration : null
}

/** Sum of the durations of all segments; one without a duration makes it 0. */
export function totalDuration(segments: readonly Segment[]): number {
  return (
    segments.reduce<number | null>((sum, segment) => {
      const duration = durationOf(segment)
      return sum === null || duration === null ? null : sum + duration
    }, 0) ?? 0
  )
}

/** Microseconds between the end of each segment and the start of the next; negative when they overlap. */
export function gapsBetween(segments: readonly Segment[]): number {
  let gaps = 0
  for (const [i, segment] of segments.slice(1).entries()) {
    const previous = segments[i]
    if (previous) gaps += startOf(segment) - lastTime(previous.time, previous.size) || 0
  }
  return gaps
}

function lastTime(time: Float64Array, size: number): number {
  return knownTime(time[size - 1]) ?? time[size - 2] ?? Number.NaN
}

function knownTime(time: number | undefined): number | undefined {
  return Number.isNaN(time) ? undefined : time
}
