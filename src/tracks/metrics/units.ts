import type { Segment } from '@/tracks/track'

/** Microseconds in a second: the unit of times in tracks. */
export const MICROSECONDS = 1e6

export const KMH_PER_MS = 3.6

export const METRES_PER_KM = 1000

export const METRES_PER_MILE = 1609.344

/** The points of a segment as they are kept: elevations clean, speeds in km/h with 2 decimals. */
export interface StoredPoints extends Segment {
  readonly speed: Float64Array
}
