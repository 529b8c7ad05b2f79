import type { Segment, Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'

const MIN_POINTS = 2

/**
 * The segments that count, in file order: those with at least two points, of recordings without
 * positions those with any. Each of them starts at an instant of its own.
 * @throws TrackError when there is none, or when a start time is missing or repeated.
 */
export function validSegments(track: Track): readonly Segment[] {
  const minimum = track.withoutGps === undefined ? MIN_POINTS : 1
  const segments = track.segments.filter((segment) => segment.size >= minimum)
  if (segments.length === 0) throw new TrackError('noSegments')
  const starts = segments.map(startOf)
  if (Number.isNaN(starts[0])) throw new TrackError('noStartTime')
  if (starts.some(Number.isNaN)) throw new TrackError('noSegmentTime')
  if (new Set(starts).size < starts.length) throw new TrackError('sameStart')
  return segments
}

/** Time of the first point, microseconds; NaN when it has none. */
export function startOf(segment: Segment): number {
  return segment.time[0] ?? Number.NaN
}
