import type { Segment } from '@/domain/tracks/track'

/** Microseconds per second. Times in tracks are in microseconds. */
export const MICROSECONDS = 1e6
export const MICROSECONDS_PER_MILLISECOND = 1000

export const SECONDS_PER_MINUTE = 60
export const SECONDS_PER_HOUR = 3600

export const KMH_PER_MS = 3.6

/** The points of a segment as stored: cleaned elevations, and speeds in km/h with 2 decimals. */
export interface StoredPoints extends Segment {
  readonly speed: Float64Array
}
