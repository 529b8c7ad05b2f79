import type { CourseRank } from '@/web/api/workouts/courses'
import type { RankedEffort } from '@/web/api/workouts/efforts'
import type { WorkoutLoad } from '@/web/api/workouts/training'
import type { Workout, WorkoutRecord } from '@/web/api/workouts/workouts'
import { isStandardEffort } from '@/web/components/numbers/effort-text'

/** How hard a workout was, by its training load. */
export type Intensity = 'easy' | 'moderate' | 'hard' | 'veryHard'

/** A fact about a workout that deserves a place at the top of its page. */
export type Headline =
  | { kind: 'course'; place: number; count: number }
  | { kind: 'effort'; effort: RankedEffort; place: number }
  | { kind: 'record'; record: WorkoutRecord }
  | { kind: 'load'; value: number; isEstimate: boolean; intensity: Intensity }

/** What the headlines are selected from; undefined while it loads, or if the reader may not see it. */
export interface HeadlineData {
  workout: Pick<Workout, 'id' | 'sport_id' | 'workout_date' | 'records'>
  /** Its place among all workouts on the course. */
  rank?: CourseRank | undefined
  efforts?: readonly RankedEffort[] | undefined
  load?: WorkoutLoad | null | undefined
}

const MAX_HEADLINES = 4
const MAX_EFFORTS = 2
/** A rank is only interesting if there are others, and if it is not far behind. */
const MIN_RANKED = 3
const MAX_PLACE = 10
/** Upper limits of the training load of an easy, a moderate and a hard workout; an hour at the threshold is 100. */
const INTENSITIES = [
  [50, 'easy'],
  [100, 'moderate'],
  [150, 'hard'],
] as const

const getIntensity = (load: number): Intensity =>
  INTENSITIES.find(([limit]) => load < limit)?.[1] ?? 'veryHard'

/** The place of the workout among those of its sport in its direction on the course. */
function rankOnCourse({ rank }: HeadlineData): Headline[] {
  if (!rank || rank.count < MIN_RANKED || rank.place > MAX_PLACE) return []
  return [{ kind: 'course', ...rank }]
}

/** The efforts over a distance or time that rank best; of equal ranks, the longest ones. */
function rankEfforts({ workout, efforts = [] }: HeadlineData): (Headline & { kind: 'effort' })[] {
  return efforts
    .filter((effort) => isStandardEffort(workout.sport_id, effort))
    .flatMap((effort) =>
      effort.place !== null && !effort.implausible && effort.kind !== 'heart_rate'
        ? [{ kind: 'effort' as const, effort, place: effort.place }]
        : [],
    )
    .sort((one, other) => one.place - other.place || other.effort.duration - one.effort.duration)
    .slice(0, MAX_EFFORTS)
}

/** The lower the value, the more interesting the headline. */
function orderOf(headline: Headline): number {
  switch (headline.kind) {
    case 'course':
      return headline.place
    case 'effort':
      return headline.place + 0.5
    case 'record':
      return 1.8
    case 'load':
      return 3.8
  }
}

/** Returns up to four headlines of a workout, the most interesting one first. The load is always among them. */
export function selectHeadlines(data: HeadlineData): Headline[] {
  const [first] = data.load?.loads ?? []
  const load: Headline[] = first
    ? [
        {
          kind: 'load',
          value: first.value,
          isEstimate: first.is_estimate,
          intensity: getIntensity(first.value),
        },
      ]
    : []
  const records = data.workout.records
    // Top speeds are often errors of GPS, and the average speed is mostly a matter of the course.
    .filter(({ record_type }) => record_type !== 'MS' && record_type !== 'AS')
    .slice(0, 1)
    .map((record): Headline => ({ kind: 'record', record }))
  const others: Headline[] = [...rankOnCourse(data), ...rankEfforts(data), ...records]
  return [
    ...others
      .sort((one, other) => orderOf(one) - orderOf(other))
      .slice(0, MAX_HEADLINES - load.length),
    ...load,
  ].sort((one, other) => orderOf(one) - orderOf(other))
}
