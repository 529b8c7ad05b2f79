import { roundHalfEven } from '@/lib/text/decimal'
import { LENGTH_UNIT, SPEED_UNIT, type Sum, type Sums } from './sums'

/** Totals in km, whole seconds, metres and kcal; null where no workout has a value. */
export interface Totals {
  distance: number
  duration: number
  ascent: number | null
  descent: number | null
  calories: number | null
}

/** Means over the workouts that have a value, in km, seconds, metres, km/h and seconds per km; null if none has one. */
export interface Averages {
  distance: number
  duration: number
  ascent: number | null
  descent: number | null
  /** Also null when it would be 0. */
  speed: number | null
  pace: number | null
}

/** Converts sums to totals, rounded to two decimals. Durations are moving times. */
export const computeTotals = (sums: Sums): Totals => ({
  distance: rounded(sums.distance / LENGTH_UNIT),
  duration: sums.moving,
  ascent: totalLength(sums.ascent),
  descent: totalLength(sums.descent),
  calories: sums.calories.count === 0 ? null : sums.calories.sum,
})

/**
 * Computes averages from the sums of at least one workout: two decimals, durations and paces truncated to whole
 * seconds.
 */
export const computeAverages = (sums: Sums): Averages => ({
  distance: rounded(sums.distance / (LENGTH_UNIT * sums.workouts)),
  duration: Math.trunc(sums.moving / sums.workouts),
  ascent: averageLength(sums.ascent),
  descent: averageLength(sums.descent),
  speed: averageSpeed(sums.speed),
  pace: sums.pace.count === 0 ? null : Math.trunc(sums.pace.sum / sums.pace.count),
})

const rounded = (value: number) => roundHalfEven(value, 2)

const totalLength = ({ sum, count }: Sum) => (count === 0 ? null : rounded(sum / LENGTH_UNIT))

// NOTE one division of whole numbers gives the double next to the exact mean, on which the rounding depends.
const averageLength = ({ sum, count }: Sum) =>
  count === 0 ? null : rounded(sum / (LENGTH_UNIT * count))

const averageSpeed = ({ sum, count }: Sum) =>
  sum === 0 ? null : rounded(sum / (SPEED_UNIT * count))
