/** What is kept of one sensor's readings to combine segments. */
export interface Readings {
  readonly count: number
  readonly sum: number
  /** -Infinity when there is no reading. */
  readonly max: number
}

/** Mean and maximum of a sensor's readings, null without any. */
export interface SensorSummary {
  readonly mean: number | null
  readonly max: number | null
}

/** Collects the readings of one column; NaN is no reading, 0 is one. */
export function readingsOf(column: Float64Array): Readings {
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

/** Readings of several columns taken together. */
export function joinReadings(parts: readonly Readings[]): Readings {
  return {
    count: parts.reduce((count, part) => count + part.count, 0),
    sum: parts.reduce((sum, part) => sum + part.sum, 0),
    max: parts.reduce((max, part) => Math.max(max, part.max), Number.NEGATIVE_INFINITY),
  }
}

/** Mean and maximum, unrounded. */
export function summariseReadings({ count, sum, max }: Readings): SensorSummary {
  return count === 0 ? { mean: null, max: null } : { mean: sum / count, max }
}

/** Like `summariseReadings`; a sensor that only ever read zero was not there. */
export function summariseCadence(readings: Readings): SensorSummary {
  return readings.sum === 0 ? { mean: null, max: null } : summariseReadings(readings)
}
