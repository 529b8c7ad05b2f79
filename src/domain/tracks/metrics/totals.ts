import type { DeviceTotals, Segment } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import {
  type Climbs,
  type Extremes,
  findExtremes,
  joinExtremes,
  larger,
  measureClimbs,
} from './elevation'
import { movingData } from './moving'
import { joinReadings, type Readings, summariseReadings, sumUpReadings } from './sensors'
import { gapsBetween, segmentDuration, totalDuration } from './span'
import { KMH_PER_MS, MICROSECONDS, type StoredPoints } from './units'

/** Like `Climbs`; null when unknown. */
export type KnownClimbs = { readonly [Figure in keyof Climbs]: number | null }

/** Unrounded figures of a segment or of a whole recording. */
export interface TrackTotals {
  /** Microseconds, like the next two. */
  readonly duration: number
  readonly moving: number
  readonly pauses: number
  /** Metres. */
  readonly distance: number | null
  /** Kilometres per hour. */
  readonly maxSpeed: number | null
  readonly elevation: Extremes
  readonly climbs: Climbs
  /** Replaces `climbs` if either may be unknown, for recordings measured by their device. */
  readonly knownClimbs?: KnownClimbs
  readonly hr: Readings
  readonly cadence: Readings
  readonly power: Readings
}

/** How the speeds of a segment are computed. */
export interface SpeedRules {
  /** Steps up to this speed in km/h count as stops. */
  readonly stoppedSpeedThreshold: number
  /** Use the fastest point as the maximum, without removing outliers. */
  readonly useRawSpeed: boolean
}

/** Computes the figures of one segment with clean elevations. `steps` are the metres from each point's predecessor. */
export function segmentTotals(
  segment: StoredPoints,
  steps: Float64Array,
  rules: SpeedRules,
): TrackTotals {
  const duration = segmentDuration(segment) ?? 0
  const moving = movingData(segment, steps, rules.stoppedSpeedThreshold)
  const rawMaxSpeed = rules.useRawSpeed ? findExtremes(segment.speed).max : null
  return {
    duration,
    moving: moving.time,
    pauses: pausesIn(duration, moving.time),
    distance: moving.distance,
    maxSpeed: rawMaxSpeed ?? moving.maxSpeed * KMH_PER_MS,
    ...elevationTotals(segment),
    ...sensorTotals(segment),
  }
}

/**
 * Computes the figures of a recording from those of its valid segments. `all` also contains the segments that are too
 * short to count; their elevations do count.
 */
export function trackTotals(
  all: readonly Segment[],
  valid: readonly Segment[],
  parts: readonly TrackTotals[],
): TrackTotals {
  const elapsed = totalDuration(all)
  const gaps = gapsBetween(valid)
  const moving = sumOf(parts, (part) => part.moving)
  return {
    duration: elapsed + gaps,
    moving,
    pauses: pausesIn(elapsed, moving) + gaps,
    distance: sumOf(parts, (part) => part.distance ?? 0),
    maxSpeed: parts.reduce<number | null>((max, part) => larger(max, part.maxSpeed), null),
    elevation: joinExtremes(all.map((segment) => findExtremes(segment.ele))),
    climbs: joinClimbs(parts),
    hr: joinReadings(parts.map((part) => part.hr)),
    cadence: joinReadings(parts.map((part) => part.cadence)),
    power: joinReadings(parts.map((part) => part.power)),
  }
}

/** Computes the figures of a recording without positions from the distance and times that the device measured. */
export function deviceTotals(segment: Segment, device: DeviceTotals): TrackTotals {
  const elapsed = device.duration === null ? null : device.duration * MICROSECONDS
  const moving = device.moving === null ? null : device.moving * MICROSECONDS
  const duration = Math.max(elapsed ?? segmentDuration(segment) ?? 0, moving ?? 0)
  return {
    duration,
    moving: moving ?? duration,
    pauses: duration - (moving ?? duration),
    distance: device.distance,
    maxSpeed: device.maxSpeed === null ? null : device.maxSpeed * KMH_PER_MS,
    ...elevationTotals(segment),
    ...sensorTotals(segment),
  }
}

/** A recording with an unknown or zero duration has no pauses. */
function pausesIn(duration: number, moving: number): number {
  return duration === 0 ? 0 : duration - moving
}

function elevationTotals(segment: Segment): Pick<TrackTotals, 'elevation' | 'climbs'> {
  return { elevation: findExtremes(segment.ele), climbs: measureClimbs(segment.ele) }
}

function sensorTotals(segment: Segment): Pick<TrackTotals, 'hr' | 'cadence' | 'power'> {
  return {
    hr: sumUpReadings(segment.hr),
    cadence: sumUpReadings(segment.cadence),
    power: sumUpReadings(segment.power),
  }
}

function joinClimbs(parts: readonly TrackTotals[]): Climbs {
  return {
    ascent: sumOf(parts, (part) => part.climbs.ascent),
    descent: sumOf(parts, (part) => part.climbs.descent),
  }
}

function sumOf(parts: readonly TrackTotals[], value: (part: TrackTotals) => number): number {
  return parts.reduce((sum, part) => sum + value(part), 0)
}

const MAX_CLIMB = 99_999.999
const MAX_DISTANCE = 999_999.9
const MAX_ELEVATION = 9999.99
/** Metres per second. */
const MAX_SPEED = 9999.99
/** Seconds. */
const MAX_MOVING = 2_147_483_647
/** Maximum absolute value of a sensor reading. */
const MAX_READING = 2_147_483_647

/**
 * Rejects values that no workout can have.
 * @throws TrackError when a value is out of range.
 */
export function requireWithinLimits(totals: TrackTotals): void {
  const { climbs, elevation } = totals
  const isWithin =
    Math.max(climbs.ascent, climbs.descent) <= MAX_CLIMB &&
    (totals.distance ?? 0) <= MAX_DISTANCE &&
    [elevation.min, elevation.max].every((metres) => Math.abs(metres ?? 0) <= MAX_ELEVATION) &&
    (totals.maxSpeed ?? 0) / KMH_PER_MS <= MAX_SPEED &&
    totals.moving / MICROSECONDS <= MAX_MOVING &&
    [totals.hr, totals.cadence, totals.power].every(areStorable)
  if (!isWithin) throw new TrackError('overLimits')
}

function areStorable(readings: Readings): boolean {
  const { mean, max } = summariseReadings(readings)
  return Math.abs(mean ?? 0) <= MAX_READING && Math.abs(max ?? 0) <= MAX_READING
}
