import { type Locomotion, minuteSpeedOf, TOP_SPEEDS } from '@/domain/records/plausible-efforts'
import { countsSteps } from '@/domain/reference/sports-with-steps'
import { isSwimming } from '@/domain/reference/swimming'
import { getEnergyCost } from './energy-cost'

/** Returns undefined for sports with a motor, and for those whose greatest speeds are not known. */
export function locomotionOf(sportId: number): Locomotion | undefined {
  if (countsSteps(sportId)) return 'foot'
  if (isSwimming(sportId)) return 'swimming'
  return getEnergyCost(sportId)?.hasPedals ? 'bicycle' : undefined
}

/** The greatest plausible speeds in a sport, in metres per second: for a minute, and for a moment; null when unknown. */
export function speedLimitsOf(sportId: number) {
  const locomotion = locomotionOf(sportId)
  return locomotion
    ? { sustained: minuteSpeedOf(locomotion), momentary: TOP_SPEEDS[locomotion] }
    : { sustained: null, momentary: null }
}
