import { distanceOf } from '@/domain/reference/sport-distance'
import { toPace } from '@/domain/tracks/metrics/speed'
import { TRACK_ERRORS } from '@/domain/tracks/track-error'
import { badRequest, badRequestAs, invalidPayload } from '@/lib/errors'
import { roundHalfAway } from '@/lib/text/decimal'

/**
 * Returns ascent and descent of a payload: both numbers or both null.
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
const LIMIT = {
  /** Kilometres. */
  distance: 999.9,
  /** Metres. */
  climb: 99_999.999,
  /** Kilometres per hour. */
  speed: 9999.99,
  /** Seconds, kilocalories. */
  integer: 2_147_483_647,
} as const

/** @throws 400 unless the value is a finite number. */
export function requireNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw badRequestAs('fail', 'Error during workout save.')
}

/**
 * Returns the kilometres of a workout entered by hand. May be missing or 0, which returns 0, for sports without distance.
 *
 * @throws 400 when it is missing although the sport has a distance, negative or not a number.
 */
export function requireDistance(value: unknown, sportId: number): number {
  if (distanceOf(sportId) === 'always') return requirePositive(requireNumber(value))
  return isAbsent(value) || value === 0 ? 0 : requirePositive(requireNumber(value))
}

/** Returns the number. @throws 400 unless it is above zero. */
export function requirePositive(value: number): number {
  if (value > 0) return value
  throw invalidPayload()
}

/**
 * Returns the kilocalories of a payload; null when absent.
 *
 * @throws 400 when the value is not a number, is negative or beyond the limit.
 */
export function requireCalories(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const calories = roundHalfAway(requireNumber(value), 0)
  if (calories < 0) throw invalidPayload('calories')
  if (calories > LIMIT.integer) throw overLimits()
  return calories
}

/** Rounds a duration down to whole seconds. @throws 400 when it is less than one or beyond the limit. */
export function requireDuration(value: number): number {
  const seconds = requirePositive(Math.floor(value))
  if (seconds > LIMIT.integer) throw overLimits()
  return seconds
}

/** Ascent and descent entered by hand, in metres. */
export interface ManualClimbs {
  ascent: number | null
  descent: number | null
}

/** @throws 400 when one is beyond the limit. */
export function requireClimbsWithinLimits({ ascent, descent }: Partial<ManualClimbs>): void {
  if (Math.max(ascent ?? 0, descent ?? 0) > LIMIT.climb) throw overLimits()
}

/**
 * Returns the columns of a workout entered by hand, assuming constant speed without pauses.
 *
 * @throws 400 when an entered or computed value is beyond its limit.
 */
export function manualColumns({ distance, duration }: { distance: number; duration: number }) {
  const speed = distance / (duration / SECONDS_PER_HOUR)
  if (distance > LIMIT.distance || duration > LIMIT.integer || speed > LIMIT.speed)
    throw overLimits()
  const shownSpeed = roundHalfAway(speed, 2)
  const pace = toPace(speed)
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

/** Returns the error for a value beyond its limit. */
export const overLimits = () => badRequest(TRACK_ERRORS.overLimits)
