import { badRequest, badRequestAs, invalidPayload } from '@/errors'
import { roundHalfAway } from '@/lib/decimal'
import { paceOf } from '@/tracks/metrics/pace'
import { TRACK_ERRORS } from '@/tracks/track-error'

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

/** What a workout without recording is made of. */
export interface ManualNumbers {
  /** Kilometres. */
  distance: number
  /** Seconds. */
  duration: number
  ascent: number | null
  descent: number | null
  calories: number | null
}

/** @throws 400 for anything but a number. */
export function requireNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw badRequestAs('fail', 'Error during workout save.')
}

/** Kilocalories of a payload; nothing and zero are null. @throws 400 for anything but a number of at least 0. */
export function requireCalories(value: unknown): number | null {
  if (!value) return null
  const calories = roundHalfAway(requireNumber(value), 0)
  if (calories < 0) throw invalidPayload()
  return calories || null
}

/**
 * The columns of a workout entered by hand: it moves all the time at one speed.
 *
 * @throws 400 when a number entered or computed is beyond the limits.
 */
export function manualColumns(numbers: ManualNumbers) {
  const speed = numbers.distance / (numbers.duration / SECONDS_PER_HOUR)
  requireWithinLimits(numbers, speed)
  const shownSpeed = roundHalfAway(speed, 2)
  const pace = paceOf(speed)
  return {
    ...numbers,
    distance: roundHalfAway(numbers.distance, 3),
    moving: numbers.duration,
    pauses: 0,
    ave_speed: shownSpeed,
    max_speed: shownSpeed,
    ave_pace: pace,
    best_pace: pace,
  }
}

function requireWithinLimits(numbers: ManualNumbers, speed: number): void {
  const isWithin =
    numbers.distance <= MOST.distance &&
    numbers.duration <= MOST.integer &&
    Math.max(numbers.ascent ?? 0, numbers.descent ?? 0) <= MOST.climb &&
    speed <= MOST.speed &&
    (numbers.calories ?? 0) <= MOST.integer
  if (!isWithin) throw badRequest(TRACK_ERRORS.overLimits)
}
