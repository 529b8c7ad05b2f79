import { addSums, emptySums, type Sums, type WorkoutNumbers, workoutSums } from './sums'

/** Sums by sport id. */
export type SportSums = Map<number, Sums>

/** The values of a workout that statistics use. The date is in milliseconds. */
export interface CountedWorkout extends WorkoutNumbers {
  sport_id: number
  workout_date: number
}

/** Sums of one numbered period and one sport. */
export interface PeriodSums {
  number: number
  sportId: number
  sums: Sums
}

/** The sums that one workout adds to a period. */
export const contributionToPeriod = (workout: CountedWorkout, number: number): PeriodSums => ({
  number,
  sportId: workout.sport_id,
  sums: workoutSums(workout),
})

/** Adds up sums by sport. */
export function sumBySport(parts: Iterable<PeriodSums>): SportSums {
  const sums: SportSums = new Map()
  for (const part of parts) addTo(sums, part)
  return sums
}

/** Adds up sums by period and sport, in chronological order. */
export function sumByPeriod(parts: Iterable<PeriodSums>): [number: number, sums: SportSums][] {
  const periods = new Map<number, SportSums>()
  for (const part of parts) addTo(entry(periods, part.number, newSportSums), part)
  return [...periods].sort(([one], [other]) => one - other)
}

/** Most periods have only one part, which is used as the sum without copying it. */
function addTo(sums: SportSums, { sportId, sums: more }: PeriodSums): void {
  const known = sums.get(sportId)
  sums.set(sportId, known ? addedUp(known, more) : more)
}

function addedUp(one: Sums, other: Sums): Sums {
  const sums = emptySums()
  addSums(sums, one)
  addSums(sums, other)
  return sums
}

const newSportSums = (): SportSums => new Map()

/** Returns the value of a key, and creates it if it is missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
