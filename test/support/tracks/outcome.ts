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

/** Number of points of each segment of a track that was read. */
export function sizesOf(outcome: Track | TrackErrorKind): number[] {
  return trackOf(outcome).segments.map(({ size }) => size)
}

const COLUMNS = ['time', 'lat', 'lon', 'ele', 'hr', 'cadence', 'power'] as const
type Column = (typeof COLUMNS)[number]

/** One column over all segments of a track that was read, null for what is missing. */
export function columnOf(outcome: Track | TrackErrorKind, column: Column): (number | null)[] {
  return trackOf(outcome)
    .segments.flatMap((segment) => [...segment[column]])
    .map((value) => (Number.isNaN(value) ? null : value))
}

/** All columns of a track that was read, the same way. */
export const columnsOf = (outcome: Track | TrackErrorKind) =>
  Object.fromEntries(COLUMNS.map((column) => [column, columnOf(outcome, column)]))

function trackOf(outcome: Track | TrackErrorKind): Track {
  if (typeof outcome === 'string') throw new Error(`refused as ${outcome}`)
  return outcome
}
