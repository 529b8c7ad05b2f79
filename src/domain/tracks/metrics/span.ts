import type { Segment } from '@/domain/tracks/track'
import { startTime } from './validate'

/**
 * Returns the microseconds from the first to the last point that has a time; null when no point has one or the last one
 * is earlier than the first.
 */
export function segmentDuration({ size, time }: Segment): number | null {
  if (size < 2) return 0
  const duration = lastTime(time) - (time.find(isKnown) ?? Number.NaN)
  return duration >= 0 ? duration : null
}

/** Returns the sum of the durations of all segments; 0 if one of them has no duration. */
export function totalDuration(segments: readonly Segment[]): number {
  return (
    segments.reduce<number | null>((sum, segment) => {
      const duration = segmentDuration(segment)
      return sum === null || duration === null ? null : sum + duration
    }, 0) ?? 0
  )
}

/** Returns the microseconds between the end of each segment and the start of the next; negative when they overlap. */
export function gapsBetween(segments: readonly Segment[]): number {
  let gaps = 0
  for (const [i, segment] of segments.slice(1).entries()) {
    const previous = segments[i]
    if (previous) gaps += startTime(segment) - lastTime(previous.time) || 0
  }
  return gaps
}

// The reference looks only at the last two points, and loses the duration of recordings that end with points without
// times.
function lastTime(time: Float64Array): number {
  return time.findLast(isKnown) ?? Number.NaN
}

const isKnown = (time: number) => !Number.isNaN(time)
