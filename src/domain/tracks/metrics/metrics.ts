import { METRES_PER_KM } from '@/domain/reference/lengths'
import { roundHalfAway } from '@/lib/text/decimal'
import { type SensorSummary, summariseCadence, summariseReadings } from './sensors'
import { toPace } from './speed'
import type { TrackTotals } from './totals'
import { KMH_PER_MS, MICROSECONDS } from './units'

/** The figures of a workout or segment in stored precision; null if not measured. */
export interface Metrics {
  /** Whole seconds, like the next two. Pauses may be negative when segments overlap. */
  readonly duration: number
  readonly moving: number
  readonly pauses: number
  /** Kilometres, 3 decimals. */
  readonly distance: number
  /** Metres, 3 decimals. */
  readonly ascent: number | null
  readonly descent: number | null
  /** Metres, 2 decimals. */
  readonly minAlt: number | null
  readonly maxAlt: number | null
  /** Kilometres per hour, 2 decimals. */
  readonly aveSpeed: number | null
  readonly maxSpeed: number | null
  /** Whole seconds per kilometre, 0 at standstill. */
  readonly avePace: number | null
  readonly bestPace: number | null
  /** Whole beats per minute. */
  readonly aveHr: number | null
  readonly maxHr: number | null
  /** Whole revolutions per minute as recorded, never doubled. */
  readonly aveCadence: number | null
  readonly maxCadence: number | null
  /** Whole watts. */
  readonly avePower: number | null
  readonly maxPower: number | null
}

/** Rounds totals to stored precision. Paces are computed from the unrounded speeds. */
export function toMetrics(totals: TrackTotals): Metrics {
  const aveSpeed = averageSpeed(totals)
  const climbs = totals.knownClimbs ?? (totals.elevation.max ? totals.climbs : null)
  const hr = toWhole(summariseReadings(totals.hr))
  const cadence = toWhole(summariseCadence(totals.cadence))
  const power = toWhole(summariseReadings(totals.power))
  return {
    duration: wholeSeconds(totals.duration),
    moving: wholeSeconds(totals.moving),
    pauses: wholeSeconds(totals.pauses),
    distance: roundHalfAway((totals.distance ?? 0) / METRES_PER_KM, 3),
    ascent: rounded(climbs?.ascent ?? null, 3),
    descent: rounded(climbs?.descent ?? null, 3),
    minAlt: rounded(totals.elevation.min, 2),
    maxAlt: rounded(totals.elevation.max, 2),
    aveSpeed: rounded(aveSpeed, 2),
    maxSpeed: rounded(totals.maxSpeed, 2),
    avePace: aveSpeed === null ? null : toPace(aveSpeed),
    bestPace: totals.maxSpeed === null ? null : toPace(totals.maxSpeed),
    aveHr: hr.mean,
    maxHr: hr.max,
    aveCadence: cadence.mean,
    maxCadence: cadence.max,
    avePower: power.mean,
    maxPower: power.max,
  }
}

function averageSpeed({ distance, moving }: TrackTotals): number | null {
  if (distance === null) return null
  return moving === 0 ? 0 : (distance / (moving / MICROSECONDS)) * KMH_PER_MS
}

function wholeSeconds(microseconds: number): number {
  return Math.floor(microseconds / MICROSECONDS)
}

function rounded(value: number | null, scale: 2 | 3): number | null {
  return value === null ? null : roundHalfAway(value, scale)
}

function toWhole({ mean, max }: SensorSummary): SensorSummary {
  return {
    mean: mean === null ? null : roundHalfAway(mean, 0),
    max: max === null ? null : roundHalfAway(max, 0),
  }
}
