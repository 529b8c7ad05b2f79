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
  /** What else the file has, if anything; a column is there only with a value. */
  readonly extra?: readonly ExtraColumn[]
}

/** What a column beside the seven is about. */
export interface StreamName {
  /** A name of `reference/streams.json`, or what the maker of the file calls it. */
  readonly name: string
  readonly unit: string | null
  /** Whether its maker named it: a developer field of FIT, an element of an unknown extension. */
  readonly isOwn: boolean
}

/** Single precision is more than any sensor has. */
export interface ExtraColumn extends StreamName {
  readonly values: Float32Array
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

export const LAP_TRIGGERS = [
  ...(['manual', 'time', 'distance', 'position'] as const),
  ...(['heart_rate', 'session_end', 'fitness_equipment'] as const),
] as const

export const LAP_INTENSITIES = [
  ...(['active', 'rest', 'warm_up', 'cool_down', 'recovery', 'interval', 'other'] as const),
] as const

export const SWIM_STROKES = [
  ...(['freestyle', 'backstroke', 'breaststroke', 'butterfly', 'drill', 'mixed'] as const),
  ...(['medley', 'medley_by_round', 'reverse_medley'] as const),
] as const

/** A part of the recording that the device or the athlete ended, with what the device says of it; absent is unknown. */
export interface Lap {
  /** Microseconds since the Unix epoch. */
  readonly start: number
  /** Seconds with pauses, and with the timer running. */
  readonly elapsed?: number
  readonly timer?: number
  /** Metres, as are ascent and descent. */
  readonly distance?: number
  readonly ascent?: number
  readonly descent?: number
  /** The step of a workout that was planned, or what the athlete noted. */
  readonly name?: string
  readonly trigger?: (typeof LAP_TRIGGERS)[number]
  readonly intensity?: (typeof LAP_INTENSITIES)[number]
  /** Metres per second. */
  readonly aveSpeed?: number
  readonly maxSpeed?: number
  /** Beats per minute. */
  readonly aveHr?: number
  readonly maxHr?: number
  /** Per minute, as recorded. */
  readonly aveCadence?: number
  readonly maxCadence?: number
  /** Watts. */
  readonly avePower?: number
  readonly maxPower?: number
  /** Kilocalories. */
  readonly calories?: number
  readonly stroke?: (typeof SWIM_STROKES)[number]
  readonly lengths?: readonly SwimLength[]
}

/** One length of a pool. */
export interface SwimLength {
  /** Microseconds since the Unix epoch. */
  readonly start: number
  /** Seconds. */
  readonly elapsed?: number
  /** Whether somebody swam; else it is a rest at the wall. */
  readonly isActive: boolean
  readonly stroke?: (typeof SWIM_STROKES)[number]
  /** How many strokes it took. */
  readonly strokes?: number
}

/** The laps of a recording. */
export interface DeviceLaps {
  /** Metres of the pool. */
  readonly poolLength?: number
  readonly laps: readonly Lap[]
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
  /** What the device divided the recording into, in the order in which they began. */
  readonly laps?: DeviceLaps | undefined
  /** Present only for recordings without any position (trainer, treadmill, pool): lat and lon are NaN there. */
  readonly withoutGps?: DeviceTotals
}

/** The columns of a segment. */
export const COLUMNS = ['time', 'lat', 'lon', 'ele', 'hr', 'cadence', 'power'] as const

/** One point as a reader sees it; everything but the position may be missing (NaN). */
export type Point = Record<(typeof COLUMNS)[number], number>
