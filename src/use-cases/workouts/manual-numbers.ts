import { badRequest, badRequestAs, invalidPayload } from '@/errors'
import { roundHalfAway } from '@/lib/decimal'
import { paceOf } from '@/tracks/metrics/speed'
import { TRACK_ERRORS } from '@/tracks/track-error'

/**
 * Ascent and descent of a payload: both numbers, or both null (or absent).
 *
 * @throws 400 when only one is given, or one is negative or not a number.
 */
export function requireClimbs({
  ascent,
  descent,
}: {
  ascent?: unknown
  descent?: unknown
}): ManualClimbs {
  if (isAbsent(ascent) && isAbsent(descent)) return { ascent: null, descent: null }
  if (!isHeight(ascent) || !isHeight(descent))
    throw badRequestAs('invalid', 'invalid ascent or descent')
  return { ascent: roundHalfAway(ascent, 3), descent: roundHalfAway(descent, 3) }
}

const isAbsent = (value: unknown) => value === undefined || value === null

const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const SECONDS_PER_HOUR = 3600
const MOST = {
  /** Kilometres. */
  distance: 999.9,
  /** Metres. */
  climb: 99_999.999,
  /** Kilometres per hour. */
  speed: 9999.99,
  /** Seconds, kilocalories. */
  integer: 2_147_483_647,
} as const

/** @throws 400 for anything but a number. */
export function requireNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw badRequestAs('fail', 'Error during workout save.')
}

/** The number itself. @throws 400 unless it is above zero. */
export function requirePositive(value: number): number {
  if (value > 0) return value
  throw invalidPayload()
}

/**
 * Kilocalories of a payload; nothing is null.
 *
 * @throws 400 for anything but a number of at least 0, and beyond the limits.
 */
export function requireCalories(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const calories = roundHalfAway(requireNumber(value), 0)
  if (calories < 0) throw invalidPayload()
  if (calories > MOST.integer) throw overLimits()
  return calories
}

/**
 * Seconds of a payload, whole ones.
 *
 * @throws 400 for less than one, and beyond the limits.
 */
export function requireDuration(value: number): number {
  const seconds = requirePositive(Math.floor(value))
  if (seconds > MOST.integer) throw overLimits()
  return seconds
}

/** Metres as entered by hand. */
export interface ManualClimbs {
  ascent: number | null
  descent: number | null
}

/** @throws 400 when they are beyond the limits. */
export function requireClimbsWithinLimits({ ascent, descent }: Partial<ManualClimbs>): void {
  if (Math.max(ascent ?? 0, descent ?? 0) > MOST.climb) throw overLimits()
}

/**
 * The columns of a workout entered by hand: moving all the time, at constant speed.
 *
 * @throws 400 when a number entered or computed is beyond the limits.
 */
export function manualColumns({ distance, duration }: { distance: number; duration: number }) {
  const speed = distance / (duration / SECONDS_PER_HOUR)
  if (distance > MOST.distance || duration > MOST.integer || speed > MOST.speed) throw overLimits()
  const shownSpeed = roundHalfAway(speed, 2)
  const pace = paceOf(speed)
  return {
    distance: roundHalfAway(distance, 3),
    duration,
    moving: duration,
    pauses: 0,
    ave_speed: shownSpeed,
    max_speed: shownSpeed,
    ave_pace: pace,
    best_pace: pace,
  }
}

/** A number that no workout can have. */
export const overLimits = () => badRequest(TRACK_ERRORS.overLimits)
