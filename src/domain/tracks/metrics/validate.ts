import type { Measurements } from '@/domain/reference/measurements'
import type { Segment, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'

const MIN_POINTS = 2

/**
 * Returns the valid segments in file order: those with at least two points, or with any point for recordings without
 * positions. Each one starts at a different time.
 * @throws TrackError when no segment is valid, when a start time is missing or repeated, or when a coordinate of a
 * recording with positions is not a number. Measured by the device, points may lack both coordinates.
 */
export function validSegments(
  track: Track,
  measurements: Measurements = 'fittrackee',
): readonly Segment[] {
  const minimum = track.withoutGps === undefined ? MIN_POINTS : 1
  const segments = track.segments.filter((segment) => segment.size >= minimum)
  if (segments.length === 0) throw new TrackError('noSegments')
  const starts = segments.map(startTime)
  if (Number.isNaN(starts[0])) throw new TrackError('noStartTime')
  if (starts.some(Number.isNaN)) throw new TrackError('noSegmentTime')
  if (new Set(starts).size < starts.length) throw new TrackError('sameStart')
  const isValid = measurements === 'device' ? hasPlaces : hasFinitePositions
  if (track.withoutGps === undefined && !track.segments.every(isValid))
    throw new TrackError('processing')
  return segments
}

/** Time of the first point in microseconds; NaN when it has none. */
export function startTime(segment: Segment): number {
  return segment.time[0] ?? Number.NaN
}

/** Returns whether every point has two finite coordinates or none. */
function hasPlaces({ size, lat, lon }: Segment): boolean {
  for (let i = 0; i < size; i++) {
    const [latitude, longitude] = [lat[i] ?? Number.NaN, lon[i] ?? Number.NaN]
    if (Number.isNaN(latitude) && Number.isNaN(longitude)) continue
    if (!Number.isFinite(latitude + longitude)) return false
  }
  return true
}

function hasFinitePositions({ size, lat, lon }: Segment): boolean {
  for (let i = 0; i < size; i++) {
    const sum = (lat[i] ?? 0) + (lon[i] ?? 0)
    // Both are NaN where GPS was missing for a while.
    const isMissing = Number.isNaN(lat[i] ?? 0) && Number.isNaN(lon[i] ?? 0)
    if (!Number.isFinite(sum) && !isMissing) return false
  }
  return true
}
