import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { ExtraColumn, StreamName } from '@/domain/tracks/track'
import { MAX_HOLD_TIME } from './running-sums'

/** Minimum, mean and maximum of a series. */
export interface Range {
  least: number
  mean: number
  greatest: number
}

/** Air and water conditions during a workout, as far as the recording contains them. */
export interface Conditions {
  /** °C, measured by the device. */
  temperature?: Range
  /** °C. */
  waterTemperature?: Range
  /** Metres per second. */
  wind?: Range
  /** Mean direction from which the wind blew, in degrees clockwise from north. */
  windBearing?: number
}

/** Times of the points of a segment in microseconds since the epoch, and its extra columns. */
export interface MeasuredSegment {
  time: Float64Array
  columns: readonly ExtraColumn[]
}

type Quantity = keyof Conditions

/** Names that applications use for wind columns, in lower case without separators. */
const WINDS: ReadonlyMap<string, Quantity> = new Map([
  ['windspeed', 'wind'],
  ['winddirection', 'windBearing'],
  ['windbearing', 'windBearing'],
])
/** Factors that convert a unit of speed to metres per second. */
const SPEEDS: ReadonlyMap<string, number> = new Map([
  ['m/s', 1],
  ['km/h', 1 / 3.6],
  ['kph', 1 / 3.6],
  ['mph', 0.44704],
  ['kn', 1852 / 3600],
  ['kt', 1852 / 3600],
  ['kts', 1852 / 3600],
])
const ANGLES: ReadonlyMap<string, number> = new Map([
  ['°', 1],
  ['deg', 1],
  ['degrees', 1],
])

/**
 * Returns which quantity a column contains and the factor that converts its values to our unit; undefined for other
 * columns.
 */
function quantityOf({
  name,
  unit,
  isOwn,
}: StreamName): { of: Quantity; factor: number } | undefined {
  if (!isOwn && name === 'temperature') return { of: 'temperature', factor: 1 }
  if (!isOwn && name === 'water_temperature') return { of: 'waterTemperature', factor: 1 }
  const wind = WINDS.get(name.toLowerCase().replace(/[^a-z]/g, ''))
  if (!wind) return undefined
  const factor = (wind === 'wind' ? SPEEDS : ANGLES).get(unit?.trim().toLowerCase() ?? '')
  return factor === undefined ? undefined : { of: wind, factor }
}

/** Returns whether a column contains an air or water quantity. */
export const isConditionsStream = (stream: StreamName): boolean => quantityOf(stream) !== undefined

/** Summarises the air and water columns of a recording. The result is empty for most recordings. */
export function findConditions(segments: readonly MeasuredSegment[]): Conditions {
  const found: Conditions = {}
  for (const quantity of ['temperature', 'waterTemperature', 'wind'] as const) {
    const range = rangeOf(readingsOf(segments, quantity))
    if (range) found[quantity] = range
  }
  const bearing = meanBearing(readingsOf(segments, 'windBearing'))
  if (bearing !== undefined) found.windBearing = bearing
  return found
}

/** A value and the number of seconds to which it applies. */
interface Reading {
  value: number
  seconds: number
}

/**
 * Each reading applies to the time since the previous point, unless that gap is too long; heart rates are treated
 * alike.
 */
function readingsOf(segments: readonly MeasuredSegment[], quantity: Quantity): Reading[] {
  return segments.flatMap(({ time, columns }) => {
    const column = columns.find((each) => quantityOf(each)?.of === quantity)
    const factor = column && quantityOf(column)?.factor
    if (!column || factor === undefined) return []
    return Array.from(column.values, (value, i) => {
      const elapsed = i === 0 ? 0 : ((time[i] ?? Number.NaN) - (time[i - 1] ?? 0)) / MICROSECONDS
      return { value: value * factor, seconds: elapsed <= MAX_HOLD_TIME ? elapsed : 0 }
    }).filter(({ value }) => Number.isFinite(value))
  })
}

function rangeOf(readings: readonly Reading[]): Range | undefined {
  if (readings.length === 0) return undefined
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value } of readings) {
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  return { least, greatest, mean: meanOf(readings, ({ value }) => value) }
}

/** Mean weighted by time. If no reading covers any time, each one has the same weight. */
function meanOf(readings: readonly Reading[], read: (reading: Reading) => number): number {
  const seconds = readings.reduce((sum, each) => sum + each.seconds, 0)
  const sum = readings.reduce(
    (total, each) => total + read(each) * (seconds > 0 ? each.seconds : 1),
    0,
  )
  return sum / (seconds > 0 ? seconds : readings.length)
}

const DEGREES = 180 / Math.PI

/** Averages directions as unit vectors: the mean of 350° and 10° is north. */
function meanBearing(readings: readonly Reading[]): number | undefined {
  if (readings.length === 0) return undefined
  const east = meanOf(readings, ({ value }) => Math.sin(value / DEGREES))
  const north = meanOf(readings, ({ value }) => Math.cos(value / DEGREES))
  // Evenly distributed directions have no meaningful mean.
  if (Math.hypot(east, north) < 0.01) return undefined
  return (Math.atan2(east, north) * DEGREES + 360) % 360
}
