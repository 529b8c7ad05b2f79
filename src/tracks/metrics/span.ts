import type { Segment } from '@/tracks/track'
import { startOf } from './validate'

/**
 * Microseconds from the first to the last point that has a time. Null when none has, or when time
 * runs backwards.
 */
export function durationOf({ size, time }: Segment): number | null {
  if (size < 2) return 0
  const duration = lastTime(time) - (time.find(isKnown) ?? Number.NaN)
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
    if (previous) gaps += startOf(segment) - lastTime(previous.time) || 0
  }
  return gaps
}

// NOTE the reference looks no further than the last but one, and loses the duration of recordings that end in points
// without times.
function lastTime(time: Float64Array): number {
  return time.findLast(isKnown) ?? Number.NaN
}

const isKnown = (time: number) => !Number.isNaN(time)
