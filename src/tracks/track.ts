/**
 * The one in-memory model of a recording: every reader produces it, every number is computed from it.
 *
 * Columns instead of objects, so that a 100,000-point file costs a few megabytes. In every column NaN
 * means "the file has no value here"; lengths of all columns of a segment are equal.
 */
export interface Segment {
  /** Number of points. */
  readonly size: number
  /** Microseconds since the Unix epoch. */
  readonly time: Float64Array
  /** Degrees, WGS 84. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Metres above sea level. */
  readonly ele: Float64Array
  /** Beats per minute. */
  readonly hr: Float64Array
  /** Revolutions (or strides) per minute, as recorded: never doubled here. */
  readonly cadence: Float64Array
  /** Watts. */
  readonly power: Float64Array
}

/** What the device itself measured; the only numbers of a recording without positions. */
export interface DeviceTotals {
  /** Metres. */
  readonly distance: number | null
  /** Seconds between start and end. */
  readonly duration: number | null
  /** Seconds in motion (timer time). */
  readonly moving: number | null
  /** Metres per second. */
  readonly maxSpeed: number | null
}

/** What was passed over so that a recording could be read, and how often. */
export interface TrackWarning {
  readonly kind:
    | 'points_left_out'
    | 'values_ignored'
    | 'bytes_ignored'
    | 'part_only'
    | 'times_given'
  /** Points, values or bytes; 1 where there is nothing to count. */
  readonly count: number
}

export interface Track {
  readonly name: string | null
  readonly description: string | null
  /** Device or application that made the file. */
  readonly source: string | null
  /** Kilocalories. */
  readonly calories: number | null
  readonly segments: readonly Segment[]
  /** What the file itself calls the sport, in the words of its format. */
  readonly sport?: string | null
  readonly warnings?: readonly TrackWarning[]
  /** Present only for recordings without any position (trainer, treadmill, pool): lat and lon are NaN there. */
  readonly withoutGps?: DeviceTotals
}

/** The columns of a segment. */
export const COLUMNS = ['time', 'lat', 'lon', 'ele', 'hr', 'cadence', 'power'] as const

/** One point as a reader sees it; everything but the position may be missing (NaN). */
export type Point = Record<(typeof COLUMNS)[number], number>
