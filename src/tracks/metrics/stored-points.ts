import type { Segment } from '@/tracks/track'

/** The points of a segment as they are kept: elevations clean, speeds in km/h with 2 decimals. */
export interface StoredPoints extends Segment {
  readonly speed: Float64Array
}
