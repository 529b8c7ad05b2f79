import type { Track } from '@/domain/tracks/track'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'

const encoder = new TextEncoder()

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The result of reading: the track, or the kind of its TrackError. Other errors are thrown. */
export function outcomeOf(read: () => Track): Track | TrackErrorKind {
  try {
    return read()
  } catch (error) {
    if (error instanceof TrackError) return error.kind
    throw error
  }
}

/** The number of points of each segment of a track. */
export function sizesOf(outcome: Track | TrackErrorKind): number[] {
  return trackOf(outcome).segments.map(({ size }) => size)
}

const COLUMNS = ['time', 'lat', 'lon', 'ele', 'hr', 'cadence', 'power'] as const
type Column = (typeof COLUMNS)[number]

/** A column over all segments of a track, with null for missing values. */
export function columnOf(outcome: Track | TrackErrorKind, column: Column): (number | null)[] {
  return trackOf(outcome)
    .segments.flatMap((segment) => [...segment[column]])
    .map((value) => (Number.isNaN(value) ? null : value))
}

/** All columns of a track, with null for missing values. */
export const columnsOf = (outcome: Track | TrackErrorKind) =>
  Object.fromEntries(COLUMNS.map((column) => [column, columnOf(outcome, column)]))

function trackOf(outcome: Track | TrackErrorKind): Track {
  if (typeof outcome === 'string') throw new Error(`refused as ${outcome}`)
  return outcome
}
