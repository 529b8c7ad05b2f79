import type { DeviceLaps, Lap } from '@/tracks/track'

/** What was swum: the rests at the wall are no part of it. */
export interface Swum {
  readonly metres: number
  readonly seconds: number
}

/**
 * What the lengths of a pool come to, and the laps without lengths of which the device tells distance and time, as it does
 * of drills. Undefined where it counted no length.
 */
export function sumLengths({ poolLength, laps }: DeviceLaps): Swum | undefined {
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

/** Whether a lap was swum without lengths that the device could count, as drills are. */
export const isDrill = ({ lengths, distance = 0, timer = 0, intensity }: Lap): boolean =>
  !lengths && distance > 0 && timer > 0 && intensity !== 'rest'

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
