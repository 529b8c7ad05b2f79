import type { DeviceTotals, Segment } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { type Climbs, climbsOf, type Extremes, extremesOf, joinExtremes, larger } from './elevation'
import { movingData } from './moving'
import { joinReadings, type Readings, readingsOf, summariseReadings } from './sensors'
import { durationOf, gapsBetween, totalDuration } from './span'
import { KMH_PER_MS, MICROSECONDS, type StoredPoints } from './units'

/** Unrounded numbers of a segment or of a whole recording. */
export interface Totals {
  /** Microseconds, as are the next two. */
  readonly duration: number
  readonly moving: number
  readonly pauses: number
  /** Metres. */
  readonly distance: number | null
  /** Kilometres per hour. */
  readonly maxSpeed: number | null
  readonly elevation: Extremes
  readonly climbs: Climbs
  readonly hr: Readings
  readonly cadence: Readings
  readonly power: Readings
}

/** How speeds of a segment are judged. */
export interface SpeedRules {
  /** km/h up to which a step is a stop. */
  readonly stoppedSpeedThreshold: number
  /** Take the fastest point as the maximum, without looking for outliers. */
  readonly useRawSpeed: boolean
}

/** Numbers of one segment with clean elevations; `steps` are the metres from each point's predecessor. */
export function segmentTotals(
  segment: StoredPoints,
  steps: Float64Array,
  rules: SpeedRules,
): Totals {
  const duration = durationOf(segment) ?? 0
  const moving = movingData(segment, steps, rules.stoppedSpeedThreshold)
  const rawMaxSpeed = rules.useRawSpeed ? extremesOf(segment.speed).max : null
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
 * Numbers of a recording from those of its valid segments. `all` also holds the segments too short
 * to count, whose elevations still do.
 */
export function trackTotals(
  all: readonly Segment[],
  valid: readonly Segment[],
  parts: readonly Totals[],
): Totals {
  const elapsed = totalDuration(all)
  const gaps = gapsBetween(valid)
  const moving = sumOf(parts, (part) => part.moving)
  return {
    duration: elapsed + gaps,
    moving,
    pauses: pausesIn(elapsed, moving) + gaps,
    distance: sumOf(parts, (part) => part.distance ?? 0),
    maxSpeed: parts.reduce<number | null>((max, part) => larger(max, part.maxSpeed), null),
    elevation: joinExtremes(all.map((segment) => extremesOf(segment.ele))),
    climbs: joinClimbs(parts),
    hr: joinReadings(parts.map((part) => part.hr)),
    cadence: joinReadings(parts.map((part) => part.cadence)),
    power: joinReadings(parts.map((part) => part.power)),
  }
}

/** Numbers of a recording without positions: distance and times as the device measured them. */
export function deviceTotals(segment: Segment, device: DeviceTotals): Totals {
  const elapsed = device.duration === null ? null : device.duration * MICROSECONDS
  const moving = device.moving === null ? null : device.moving * MICROSECONDS
  const duration = Math.max(elapsed ?? durationOf(segment) ?? 0, moving ?? 0)
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

/** A recording whose duration is unknown, or whose ends have the same time, has no pause either. */
function pausesIn(duration: number, moving: number): number {
  return duration === 0 ? 0 : duration - moving
}

function elevationTotals(segment: Segment): Pick<Totals, 'elevation' | 'climbs'> {
  return { elevation: extremesOf(segment.ele), climbs: climbsOf(segment.ele) }
}

function sensorTotals(segment: Segment): Pick<Totals, 'hr' | 'cadence' | 'power'> {
  return {
    hr: readingsOf(segment.hr),
    cadence: readingsOf(segment.cadence),
    power: readingsOf(segment.power),
  }
}

function joinClimbs(parts: readonly Totals[]): Climbs {
  return {
    ascent: sumOf(parts, (part) => part.climbs.ascent),
    descent: sumOf(parts, (part) => part.climbs.descent),
  }
}

function sumOf(parts: readonly Totals[], value: (part: Totals) => number): number {
  return parts.reduce((sum, part) => sum + value(part), 0)
}

const MAX_CLIMB = 99_999.999
const MAX_DISTANCE = 999_999.9
const MAX_ELEVATION = 9999.99
/** Metres per second. */
const MAX_SPEED = 9999.99
/** Seconds. */
const MAX_MOVING = 2_147_483_647
/** Of a sensor, either way. */
const MAX_READING = 2_147_483_647

/**
 * Refuses what no workout can be.
 * @throws TrackError when a number is out of range.
 */
export function requireWithinLimits(totals: Totals): void {
  const { climbs, elevation } = totals
  const isWithin =
    Math.max(climbs.ascent, climbs.descent) <= MAX_CLIMB &&
    (totals.distance ?? 0) <= MAX_DISTANCE &&
    Math.max(elevation.min ?? 0, elevation.max ?? 0) <= MAX_ELEVATION &&
    (totals.maxSpeed ?? 0) / KMH_PER_MS <= MAX_SPEED &&
    totals.moving / MICROSECONDS <= MAX_MOVING &&
    [totals.hr, totals.cadence, totals.power].every(areStorable)
  if (!isWithin) throw new TrackError('overLimits')
}

function areStorable(readings: Readings): boolean {
  const { mean, max } = summariseReadings(readings)
  return Math.abs(mean ?? 0) <= MAX_READING && Math.abs(max ?? 0) <= MAX_READING
}
