import type { Track } from '@/tracks/track'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'

const encoder = new TextEncoder()

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text)
}

/** What reading ended with: the track, or the kind of its refusal. Any other error passes through. */
export function outcomeOf(read: () => Track): Track | TrackErrorKind {
  try {
    return read()
  } catch (error) {
    if (error instanceof TrackError) return error.kind
    throw error
  }
}

/** Number of points of each segment. */
export function sizesOf(track: Track | TrackErrorKind): number[] | TrackErrorKind {
  return typeof track === 'string' ? track : track.segments.map(({ size }) => size)
}

type Column = 'time' | 'lat' | 'lon' | 'ele' | 'hr' | 'cadence' | 'power'

/** One column over all segments, null for what is missing. */
export function columnOf(
  track: Track | TrackErrorKind,
  column: Column,
): (number | null)[] | TrackErrorKind {
  if (typeof track === 'string') return track
  return track.segments
    .flatMap((segment) => [...segment[column]])
    .map((value) => (Number.isNaN(value) ? null : value))
}
