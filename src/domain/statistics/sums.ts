/** The values of a workout that statistics are computed from: km, seconds, metres, km/h, seconds per km, kcal. */
export interface WorkoutNumbers {
  distance: number
  moving: number
  ascent: number | null
  descent: number | null
  ave_speed: number | null
  ave_pace: number | null
  calories: number | null
}

/** Sum over the workouts that have a value, and the number of these workouts. */
export interface Sum {
  sum: number
  count: number
}

/** Sums of integers, which are exact: distances and climbs in thousandths, speeds in hundredths. */
export interface Sums {
  workouts: number
  distance: number
  moving: number
  ascent: Sum
  descent: Sum
  speed: Sum
  pace: Sum
  calories: Sum
}

/** Integers per kilometre or metre, and per km/h. Workouts are stored with this precision. */
export const LENGTH_UNIT = 1000
export const SPEED_UNIT = 100

const nothing = (): Sum => ({ sum: 0, count: 0 })

/** The sums of no workouts. */
export const emptySums = (): Sums => ({
  workouts: 0,
  distance: 0,
  moving: 0,
  ascent: nothing(),
  descent: nothing(),
  speed: nothing(),
  pace: nothing(),
  calories: nothing(),
})

/** The sums of one workout. */
export const workoutSums = (workout: WorkoutNumbers): Sums => ({
  workouts: 1,
  distance: Math.round(workout.distance * LENGTH_UNIT),
  moving: workout.moving,
  ascent: one(workout.ascent, LENGTH_UNIT),
  descent: one(workout.descent, LENGTH_UNIT),
  speed: one(workout.ave_speed, SPEED_UNIT),
  pace: one(workout.ave_pace, 1),
  calories: one(workout.calories, 1),
})

const one = (value: number | null, unit: number): Sum =>
  value === null ? nothing() : { sum: Math.round(value * unit), count: 1 }

/** Adds `more` to `sums` in place. */
export function addSums(sums: Sums, more: Sums): void {
  sums.workouts += more.workouts
  sums.distance += more.distance
  sums.moving += more.moving
  for (const name of COUNTED) {
    sums[name].sum += more[name].sum
    sums[name].count += more[name].count
  }
}

const COUNTED = ['ascent', 'descent', 'speed', 'pace', 'calories'] as const
