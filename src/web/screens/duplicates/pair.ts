import type { Duplicate } from '@/web/api/workouts/duplicates'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import type { TextKey } from '@/web/i18n/text'

/** Identifies a pair. */
export const pairKey = ({ workouts }: Pick<Duplicate, 'workouts'>): string =>
  workouts.map(({ id }) => id).join(' ')

type MeasuredWorkout = Pick<
  ListedWorkout,
  'map' | 'ave_hr' | 'ave_cadence' | 'ave_power' | 'with_file'
>

/** Texts for the data that a recording contains (track, sensors); empty without a recording. */
export function listRecordedData(workout: MeasuredWorkout): TextKey[] {
  const found: (readonly [TextKey, unknown])[] = [
    ['duplicates.line', workout.with_file && workout.map !== null],
    ['series.hr', workout.ave_hr],
    ['series.cadence', workout.ave_cadence],
    ['series.power', workout.ave_power],
  ]
  return found.flatMap(([key, value]) => (value ? [key] : []))
}

/** The workout whose recording contains more data: a track counts first, then sensors; undefined if neither does. */
export function findRicher<One extends MeasuredWorkout>(workouts: readonly One[]): One | undefined {
  const [one, other] = workouts.toSorted((a, b) => getDataScore(b) - getDataScore(a))
  return one && other && getDataScore(one) > getDataScore(other) ? one : undefined
}

function getDataScore(workout: MeasuredWorkout): number {
  const recorded = listRecordedData(workout)
  return recorded.length + (recorded.includes('duplicates.line') ? 10 : 0)
}
