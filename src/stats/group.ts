import { addWorkout, emptySums, type Sums, type WorkoutNumbers } from './sums'

/** Sums by sport id. */
export type SportSums = Map<number, Sums>

/** A workout as statistics see it; the date is in milliseconds. */
export interface CountedWorkout extends WorkoutNumbers {
  sport_id: number
  workout_date: number
}

/** Sums up workouts by sport. */
export function sumBySport(workouts: Iterable<CountedWorkout>): SportSums {
  const sums: SportSums = new Map()
  for (const workout of workouts) addTo(sums, workout)
  return sums
}

/** Sums up workouts by the number of the period they lie in, and by sport; in the order of time. */
export function sumByPeriod(
  workouts: Iterable<CountedWorkout>,
  numberOf: (instant: number) => number,
): [number: number, sums: SportSums][] {
  const periods = new Map<number, SportSums>()
  for (const workout of workouts)
    addTo(entry(periods, numberOf(workout.workout_date), newSportSums), workout)
  return [...periods].sort(([one], [other]) => one - other)
}

function addTo(sums: SportSums, workout: CountedWorkout): void {
  addWorkout(entry(sums, workout.sport_id, emptySums), workout)
}

const newSportSums = (): SportSums => new Map()

/** The value of a key, made when it is missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
