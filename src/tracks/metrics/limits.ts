import { TrackError } from '@/tracks/track-error'
import type { Totals } from './totals'
import { KMH_PER_MS, MICROSECONDS } from './units'

const MAX_CLIMB = 99_999.999
const MAX_DISTANCE = 999_999.9
const MAX_ELEVATION = 9999.99
/** Metres per second. */
const MAX_SPEED = 9999.99
const MAX_MOVING = 2_147_483_647

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
    totals.moving / MICROSECONDS <= MAX_MOVING
  if (!isWithin) throw new TrackError('overLimits')
}
