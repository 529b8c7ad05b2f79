import type { DeviceLaps, Lap } from '@/domain/tracks/track'

/** Distance and time of a swim, without the rests at the wall. */
export interface SwimTotals {
  readonly metres: number
  readonly seconds: number
}

/**
 * Adds up the lengths of a pool, and laps without lengths for which the device recorded distance and time, such as
 * drills. Returns undefined if the device counted no lengths.
 */
export function sumLengths({ poolLength, laps }: DeviceLaps): SwimTotals | undefined {
  if (!poolLength) return undefined
  const active = laps.flatMap(({ lengths = [] }) => lengths.filter(({ isActive }) => isActive))
  const timed = active.flatMap(({ elapsed = 0 }) => (elapsed > 0 ? [elapsed] : []))
  if (timed.length === 0) return undefined
  const drills = laps.filter(isDrill)
  return {
    metres: timed.length * poolLength + sum(drills.map(({ distance = 0 }) => distance)),
    seconds: sum(timed) + sum(drills.map(({ timer = 0 }) => timer)),
  }
}

/** Returns whether a lap has distance and time but no lengths, as drills do. */
export const isDrill = ({ lengths, distance = 0, timer = 0, intensity }: Lap): boolean =>
  !lengths && distance > 0 && timer > 0 && intensity !== 'rest'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
