import type { Exercise } from '@/domain/reference/exercises'
import type { PoolUnit } from '@/domain/reference/swimming'

/**
 * The in-memory model of a recording: every reader produces it, and every figure is computed from it. It has columns
 * instead of objects, so that a file of 100,000 points takes a few megabytes. In every column NaN means that the file
 * has no value; all columns of a segment have the same length.
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
  /** Revolutions (or strides) per minute as recorded, not doubled. */
  readonly cadence: Float64Array
  /** Watts. */
  readonly power: Float64Array
  /** Additional columns of the file; a column is present only if it has a value. */
  readonly extra?: readonly ExtraColumn[]
}

/** Name and unit of an additional column. */
export interface StreamName {
  /** A name from `reference/streams.json`, or the name that the device or app uses. */
  readonly name: string
  readonly unit: string | null
  /** Whether the device or app defined the name: a developer field of FIT, or an element of an unknown extension. */
  readonly isOwn: boolean
}

/** Values are in single precision, which is more precise than any sensor. */
export interface ExtraColumn extends StreamName {
  readonly values: Float32Array
}

/** Totals that the device measured, of the whole recording. */
export interface DeviceTotals {
  /** Metres. */
  readonly distance: number | null
  /** Seconds between start and end. */
  readonly duration: number | null
  /** Seconds in motion (timer time). */
  readonly moving: number | null
  /** Metres per second. */
  readonly maxSpeed: number | null
  /** Metres; null or absent when unknown. */
  readonly ascent?: number | null
  readonly descent?: number | null
  /** Beats per minute, for recordings whose samples have none. */
  readonly aveHr?: number | null
  readonly maxHr?: number | null
}

/** What can be wrong with a recording that is read nevertheless. */
export const TRACK_WARNINGS = [
  ...(['points_left_out', 'values_ignored', 'bytes_ignored', 'part_only', 'times_given'] as const),
  ...(['segments_too_short', 'laps_left_out', 'seconds_without_gps', 'clock_jumps'] as const),
  'tracks_left_out',
] as const

/** Something that was skipped while reading a recording, and how many times. */
export interface TrackWarning {
  readonly kind: (typeof TRACK_WARNINGS)[number]
  /** Number of points, values, bytes or tracks; 1 if there is nothing to count. */
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

/** A lap that the device or the athlete ended, with the values that the device recorded; unknown values are absent. */
export interface Lap {
  /** Microseconds since the Unix epoch. */
  readonly start: number
  /** Seconds including pauses, and seconds with the timer running. */
  readonly elapsed?: number
  readonly timer?: number
  /** Metres, like ascent and descent. */
  readonly distance?: number
  readonly ascent?: number
  readonly descent?: number
  /** Name of the step of a planned workout, or a note of the athlete. */
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
  /** True for swimming, false for a rest at the wall. */
  readonly isActive: boolean
  readonly stroke?: (typeof SWIM_STROKES)[number]
  /** Number of strokes. */
  readonly strokes?: number
}

/** A set of strength training, or the rest after one. */
export interface StrengthSet {
  /** Microseconds since the Unix epoch. */
  readonly start: number
  /** Seconds. */
  readonly elapsed?: number
  /** False for a rest. */
  readonly isActive: boolean
  readonly repetitions?: number
  /** Weight that was lifted. */
  readonly kilograms?: number
  readonly exercise?: Exercise
}

/** The laps of a recording. */
export interface DeviceLaps {
  /** Length of the pool in metres. */
  readonly poolLength?: number
  /** The unit in which the pool was built: a pool of 25 yards has 22.86 metres. */
  readonly poolUnit?: PoolUnit
  readonly laps: readonly Lap[]
  /** In order; absent if the device recorded none. */
  readonly sets?: readonly StrengthSet[]
}

export interface Track {
  readonly name: string | null
  readonly description: string | null
  /** Device or application that wrote the file. */
  readonly source: string | null
  /** Kilocalories. */
  readonly calories: number | null
  readonly segments: readonly Segment[]
  /** The sport as named in the file, in the terms of its format. */
  readonly sport?: string | null
  readonly warnings?: readonly TrackWarning[]
  /** Laps recorded by the device, in order of their start. */
  readonly laps?: DeviceLaps | undefined
  /** What the device says about the whole recording, with or without positions. */
  readonly device?: DeviceTotals
  /** Present only for recordings without any position (trainer, treadmill, pool): lat and lon are NaN there. */
  readonly withoutGps?: DeviceTotals
  /** Number of the leg, from 1, in a file whose legs are separate tracks. */
  readonly leg?: number
  /** Whether it is the change between two sports of a multisport recording. */
  readonly isTransition?: boolean
  /** The other legs of the file, in order of time. Each becomes a separate workout. Only the first leg has them. */
  readonly further?: readonly Track[]
}

/** The columns of a segment. */
export const COLUMNS = ['time', 'lat', 'lon', 'ele', 'hr', 'cadence', 'power'] as const

/** One point; every value except the position may be missing (NaN). */
export type Point = Record<(typeof COLUMNS)[number], number>

/** First instant of the year 1 and last one of the year 9999, in microseconds since the Unix epoch. */
const [FIRST_DATE, LAST_DATE] = [-62_135_596_800e6, 253_402_300_800e6 - 1]

/**
 * Whether microseconds since the Unix epoch are within the years that text formats can represent. The offset in a file
 * can lead outside of this range, and analysing such a time span would not terminate in reasonable time.
 */
export const isDate = (time: number): boolean => time >= FIRST_DATE && time <= LAST_DATE
