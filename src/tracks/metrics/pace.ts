import { roundHalfEven } from '@/lib/decimal'
import { MICROSECONDS } from './units'

const SECONDS_PER_HOUR = 3600

/**
 * Whole seconds per kilometre at a speed in km/h, 0 at standstill. Rounded to the microsecond
 * first, then to the second, both half to even.
 */
export function paceOf(speed: number): number {
  if (speed === 0) return 0
  const microseconds = roundHalfEven((SECONDS_PER_HOUR / speed) * MICROSECONDS, 0)
  return roundHalfEven(microseconds / MICROSECONDS, 0)
}
