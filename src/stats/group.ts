import { addSums, emptySums, type Sums, sumsOf, type WorkoutNumbers } from './sums'

/** Sums by sport id. */
export type SportSums = Map<number, Sums>

/** A workout as statistics see it; the date is in milliseconds. */
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

/** What one workout adds to a period. */
export const sumsOfWorkout = (workout: CountedWorkout, number: number): PeriodSums => ({
  number,
  sportId: workout.sport_id,
  sums: sumsOf(workout),
})

/** Adds sums up by sport. */
export function sumBySport(parts: Iterable<PeriodSums>): SportSums {
  const sums: SportSums = new Map()
  for (const part of parts) addTo(sums, part)
  return sums
}

/** Adds sums up by period and sport; in the order of time. */
export function sumByPeriod(parts: Iterable<PeriodSums>): [number: number, sums: SportSums][] {
  const periods = new Map<number, SportSums>()
  for (const part of parts) addTo(entry(periods, part.number, newSportSums), part)
  return [...periods].sort(([one], [other]) => one - other)
}

/** NOTE most periods come in one part, which then is the sum. */
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

/** The value of a key, made when it is missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
