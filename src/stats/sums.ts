/** The numbers of a workout that statistics are made of: km, seconds, metres, km/h, seconds per km, kcal. */
export interface WorkoutNumbers {
  distance: number
  moving: number
  ascent: number | null
  descent: number | null
  ave_speed: number | null
  ave_pace: number | null
  calories: number | null
}

/** The sum over the workouts that have a value, and how many these are. */
export interface Sum {
  sum: number
  count: number
}

/** Sums of whole numbers, and so exact: distances and climbs in thousandths, speeds in hundredths. */
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

/** Thousandths that make a kilometre or a metre, and hundredths that make a km/h: as precise as workouts are stored. */
export const LENGTH_UNIT = 1000
export const SPEED_UNIT = 100

const nothing = (): Sum => ({ sum: 0, count: 0 })

/** The sums over no workouts. */
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

/** The sums over one workout. */
export const sumsOf = (workout: WorkoutNumbers): Sums => ({
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

/** Adds sums to others, in place. */
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
