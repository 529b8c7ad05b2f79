import { MICROSECONDS } from '@/tracks/metrics/units'
import type { ExtraColumn, StreamName } from '@/tracks/track'
import { LONGEST_HOLD } from './running-sums'

/** The least, the greatest and the mean of what was measured. */
export interface Range {
  least: number
  mean: number
  greatest: number
}

/** In what air and water somebody was, as far as a recording tells. */
export interface Conditions {
  /** °C beside the device. */
  temperature?: Range
  /** °C. */
  waterTemperature?: Range
  /** Metres per second. */
  wind?: Range
  /** Degrees from north, the mean of where it came from. */
  windBearing?: number
}

/** Times of the points of a segment in microseconds, and its further columns. */
export interface MeasuredSegment {
  time: Float64Array
  columns: readonly ExtraColumn[]
}

type Quantity = keyof Conditions

/** What applications and other programs call the wind, without case and separators. */
const WINDS: ReadonlyMap<string, Quantity> = new Map([
  ['windspeed', 'wind'],
  ['winddirection', 'windBearing'],
  ['windbearing', 'windBearing'],
])
/** Metres per second of a unit of speed. */
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

/** What a column is about, and what its values times are in our unit; undefined for every other column. */
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

/** Whether a column tells of the air or the water. */
export const isOfConditions = (stream: StreamName): boolean => quantityOf(stream) !== undefined

/** What the further columns of a recording tell of air and water; empty for most. */
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

/** A value and the seconds for which it holds. */
interface Reading {
  value: number
  seconds: number
}

/** As with heart rates, what a sensor sends is about the time before, unless that is long. */
function readingsOf(segments: readonly MeasuredSegment[], quantity: Quantity): Reading[] {
  return segments.flatMap(({ time, columns }) => {
    const column = columns.find((each) => quantityOf(each)?.of === quantity)
    const factor = column && quantityOf(column)?.factor
    if (!column || factor === undefined) return []
    return Array.from(column.values, (value, i) => {
      const elapsed = i === 0 ? 0 : ((time[i] ?? Number.NaN) - (time[i - 1] ?? 0)) / MICROSECONDS
      return { value: value * factor, seconds: elapsed <= LONGEST_HOLD ? elapsed : 0 }
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

/** Over the time that was measured; of readings that are far apart each counts the same. */
function meanOf(readings: readonly Reading[], read: (reading: Reading) => number): number {
  const seconds = readings.reduce((sum, each) => sum + each.seconds, 0)
  const sum = readings.reduce(
    (total, each) => total + read(each) * (seconds > 0 ? each.seconds : 1),
    0,
  )
  return sum / (seconds > 0 ? seconds : readings.length)
}

const DEGREES = 180 / Math.PI

/** Of 350° and 10° the mean is north: directions are added as arrows. */
function meanBearing(readings: readonly Reading[]): number | undefined {
  if (readings.length === 0) return undefined
  const east = meanOf(readings, ({ value }) => Math.sin(value / DEGREES))
  const north = meanOf(readings, ({ value }) => Math.cos(value / DEGREES))
  // From all around is from nowhere.
  if (Math.hypot(east, north) < 0.01) return undefined
  return (Math.atan2(east, north) * DEGREES + 360) % 360
}
