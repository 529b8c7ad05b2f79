import type { Duplicate } from '@/web/api/duplicates'
import type { ListedWorkout } from '@/web/api/workouts'
import type { TextKey } from '@/web/i18n/text'

/** Tells pairs apart. */
export const pairKey = ({ workouts }: Pick<Duplicate, 'workouts'>): string =>
  workouts.map(({ id }) => id).join(' ')

type Recorded = Pick<ListedWorkout, 'map' | 'ave_hr' | 'ave_cadence' | 'ave_power' | 'with_file'>

/** What a recording holds besides its numbers, in the words of the page; empty without a recording. */
export function recordedOf(workout: Recorded): TextKey[] {
  const found: (readonly [TextKey, unknown])[] = [
    ['duplicates.line', workout.with_file && workout.map !== null],
    ['series.hr', workout.ave_hr],
    ['series.cadence', workout.ave_cadence],
    ['series.power', workout.ave_power],
  ]
  return found.flatMap(([key, value]) => (value ? [key] : []))
}

/** The one of two whose recording holds more: a line first, then sensors; undefined when neither does. */
export function richerOf<One extends Recorded>(workouts: readonly One[]): One | undefined {
  const [one, other] = workouts.toSorted((a, b) => worthOf(b) - worthOf(a))
  return one && other && worthOf(one) > worthOf(other) ? one : undefined
}

function worthOf(workout: Recorded): number {
  const recorded = recordedOf(workout)
  return recorded.length + (recorded.includes('duplicates.line') ? 10 : 0)
}
