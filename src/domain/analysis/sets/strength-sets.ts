import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { DeviceLaps, StrengthSet } from '@/domain/tracks/track'

/** A set of strength training with the rest after it. */
export interface StrengthSetWithRest {
  /** Seconds from the start of the recording. */
  readonly start: number
  /** Seconds; undefined if unknown, like the next four. */
  readonly elapsed: number | undefined
  readonly repetitions: number | undefined
  readonly kilograms: number | undefined
  readonly exercise: StrengthSet['exercise']
  /** Seconds of recorded rest until the next set. */
  readonly rest: number | undefined
}

/** Returns the sets in order. `startedAt` is the start of the recording in microseconds since the Unix epoch. */
export function findStrengthSets(
  device: DeviceLaps | undefined,
  startedAt: number,
): StrengthSetWithRest[] {
  const sets: StrengthSetWithRest[] = []
  for (const { start, isActive, elapsed, ...set } of device?.sets ?? []) {
    const last = sets.at(-1)
    if (isActive) {
      const { repetitions, kilograms, exercise } = set
      const seconds = Math.max((start - startedAt) / MICROSECONDS, 0)
      sets.push({ start: seconds, elapsed, repetitions, kilograms, exercise, rest: undefined })
    } else if (last && elapsed !== undefined) {
      sets[sets.length - 1] = { ...last, rest: (last.rest ?? 0) + elapsed }
    }
  }
  return sets
}
