import { MICROSECONDS } from './formats/text/time-text'
import type { Segment, Track, TrackWarning } from './track'

/** Returns what a finished track lacks: segments that are too short to be measured, and time without GPS. */
export function gapWarnings({ segments, withoutGps }: Track): TrackWarning[] {
  if (withoutGps !== undefined) return []
  const short = segments.filter(({ size }) => size < 2).length
  const seconds = segments.reduce((sum, segment) => sum + secondsWithoutGps(segment), 0)
  const all: TrackWarning[] = [
    { kind: 'segments_too_short', count: short },
    { kind: 'seconds_without_gps', count: Math.round(seconds) },
  ]
  return all.filter(({ count }) => count > 0)
}

/** Adds up the intervals that end at a point without a position. */
function secondsWithoutGps({ size, time, lat }: Segment): number {
  let total = 0
  for (let i = 1; i < size; i++) {
    const step = (time[i] ?? Number.NaN) - (time[i - 1] ?? Number.NaN)
    if (step > 0 && Number.isNaN(lat[i])) total += step
  }
  return total / MICROSECONDS
}
