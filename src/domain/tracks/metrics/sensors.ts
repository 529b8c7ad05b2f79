/** Totals of a sensor's readings, which can be combined across segments. */
export interface Readings {
  readonly count: number
  readonly sum: number
  /** -Infinity without readings. */
  readonly max: number
}

/** Mean and maximum of a sensor's readings; null without readings. */
export interface SensorSummary {
  readonly mean: number | null
  readonly max: number | null
}

/** Sums up the readings of a column. NaN means no reading; 0 is a reading. */
export function sumUpReadings(column: Float64Array): Readings {
  let count = 0
  let sum = 0
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < column.length; i++) {
    const value = column[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    count += 1
    sum += value
    if (value > max) max = value
  }
  return { count, sum, max }
}

/** Combines the readings of several columns. */
export function joinReadings(parts: readonly Readings[]): Readings {
  return {
    count: parts.reduce((count, part) => count + part.count, 0),
    sum: parts.reduce((sum, part) => sum + part.sum, 0),
    max: parts.reduce((max, part) => Math.max(max, part.max), Number.NEGATIVE_INFINITY),
  }
}

/** Computes the unrounded mean and maximum. */
export function summariseReadings({ count, sum, max }: Readings): SensorSummary {
  return count === 0 ? { mean: null, max: null } : { mean: sum / count, max }
}

/** Like `summariseReadings`, but a sensor with only zero readings counts as missing. */
export function summariseCadence(readings: Readings): SensorSummary {
  return readings.sum === 0 ? { mean: null, max: null } : summariseReadings(readings)
}
