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

/** Adds a workout to sums, in place. */
export function addWorkout(sums: Sums, workout: WorkoutNumbers): void {
  sums.workouts += 1
  sums.distance += Math.round(workout.distance * LENGTH_UNIT)
  sums.moving += workout.moving
  add(sums.ascent, workout.ascent, LENGTH_UNIT)
  add(sums.descent, workout.descent, LENGTH_UNIT)
  add(sums.speed, workout.ave_speed, SPEED_UNIT)
  add(sums.pace, workout.ave_pace, 1)
  add(sums.calories, workout.calories, 1)
}

function add(total: Sum, value: number | null, unit: number): void {
  if (value === null) return
  total.sum += Math.round(value * unit)
  total.count += 1
}
