import type { CourseWorkout } from '@/web/api/workouts/courses'

/** What the page of a course shows. Times are compared within one sport only. */
export interface Course {
  /** The most common title; undefined if no workout has one. */
  name: string | undefined
  latest: CourseWorkout
  /** The fastest workout of the most frequent sport. */
  best: CourseWorkout
  /** Latest first. */
  workouts: readonly CourseWorkout[]
  /** The workouts of the most frequent sport, latest first. */
  comparable: readonly CourseWorkout[]
  /** Returns the fastest workout of the same sport. */
  bestOf: (workout: CourseWorkout) => CourseWorkout
}

/** Summarizes the workouts on a course, latest first; undefined without workouts. */
export function summarizeCourse(workouts: readonly CourseWorkout[]): Course | undefined {
  const [latest] = workouts
  if (!latest) return undefined
  const bySport = Map.groupBy(workouts, ({ sport_id: id }) => id)
  const comparable = findLargest([...bySport.values()]) ?? workouts
  const titled = Map.groupBy(
    workouts.filter(({ title }) => title),
    ({ title }) => title,
  )
  const fastest = (group: readonly CourseWorkout[]) =>
    group.reduce((one, other) => (other.moving < one.moving ? other : one), group[0] ?? latest)
  const bests = new Map([...bySport].map(([sportId, group]) => [sportId, fastest(group)]))
  return {
    name: findLargest([...titled.values()])?.[0]?.title ?? undefined,
    latest,
    best: fastest(comparable),
    workouts,
    comparable,
    bestOf: (workout) => bests.get(workout.sport_id) ?? workout,
  }
}

/** Returns the group with the most members, the first of several. */
const findLargest = <Item>(groups: readonly Item[][]): Item[] | undefined =>
  groups.toSorted((one, other) => other.length - one.length)[0]
