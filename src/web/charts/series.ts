import type { ChartPoint } from '@/web/api/workouts'
import { distanceScale } from '@/web/format/sport-distance'
import { swimPaceAt, toHeight, toPace, toSpeed, type UnitSystem } from '@/web/format/units'
import type { Stretch } from './cursor'
import type { Track } from './track'

/** What a chart can run along. */
export type Axis = 'distance' | 'time'

/** What a chart can show. */
export const SERIES_KEYS = ['elevation', 'pace', 'speed', 'hr', 'cadence', 'power'] as const
export type SeriesKey = (typeof SERIES_KEYS)[number]

/** One line of a chart, already in the reader's units; null where nothing was measured. */
export type Series = { key: SeriesKey; values: (number | null)[] }

/** Values of series that are marked with a line. */
export type Marks = Partial<Record<SeriesKey, number>>

/** A series needs two readings to be a line. */
const MIN_READINGS = 2

const METRES_PER_KILOMETRE = 1000

function reader(
  key: SeriesKey,
  units: UnitSystem,
  swims: boolean,
): (point: ChartPoint) => number | null {
  if (swims && key === 'pace') return ({ speed }) => swimPaceAt(speed ?? 0, units)
  switch (key) {
    case 'elevation':
      return ({ elevation }) => mapped(elevation, (metres) => toHeight(metres, units))
    case 'speed':
      return ({ speed }) => mapped(speed, (value) => toSpeed(value, units))
    case 'pace':
      return ({ pace }) =>
        mapped(pace, (perMetre) => toPace(perMetre * METRES_PER_KILOMETRE, units))
    default:
      return (point) => point[key] ?? null
  }
}

function mapped(
  value: number | null | undefined,
  convert: (value: number) => number,
): number | null {
  return value === null || value === undefined ? null : convert(value)
}

/** The lines that a workout has readings for, in the order in which they are drawn; of swims paces for speeds. */
export function seriesOf(
  points: readonly ChartPoint[],
  units: UnitSystem,
  swims = false,
): Series[] {
  return SERIES_KEYS.filter((key) => !(swims && key === 'speed'))
    .map((key) => ({ key, values: points.map(reader(key, units, swims)) }))
    .filter(({ values }) => values.filter((value) => value !== null).length >= MIN_READINGS)
}

/** Where each point lies on the axis: the distance as the sport is told, or seconds since the start. Never decreases. */
export function axisValues(
  { points, distances }: Track,
  axis: Axis,
  { units, sportId }: { units: UnitSystem; sportId?: number | undefined },
): number[] {
  if (axis === 'distance') return distances.map(distanceScale(sportId, units).toShown)
  let latest = 0
  return points.map(({ duration }) => {
    latest = Math.max(latest, duration)
    return latest
  })
}

/** The points that are drawn: by time all of a stretch, by distance those where somebody got from place to place. */
export function shownPoints({ points, moved }: Track, axis: Axis, zoom: Stretch | null): number[] {
  const { from, to } = zoom ?? { from: 0, to: points.length - 1 }
  const shown: number[] = []
  for (let index = from; index <= to; index++)
    if (axis === 'time' || moved[index] || index === from) shown.push(index)
  return shown
}

/** Share of the readings that decides the range of a pace axis: standing still is not worth drawing. */
const PACE_QUANTILE = 0.97

/**
 * The range of the vertical axis. Elevation starts at zero when the account wants it so; pace ignores its slowest
 * readings; everything else spans its readings from zero. A mark is always within.
 */
export function rangeOf(
  { key, values }: Series,
  elevationFromZero: boolean,
  mark: number | null = null,
): [number, number] {
  const marked = mark === null ? values : [...values, mark]
  const readings = marked.filter((value) => value !== null).sort((a, b) => a - b)
  const low = readings[0] ?? 0
  const high = readings.at(-1) ?? 1
  if (key === 'elevation' && !elevationFromZero) return padded(low, high)
  if (key === 'pace') {
    return padded(low, readings[Math.floor((readings.length - 1) * PACE_QUANTILE)] ?? high)
  }
  if (key === 'hr') return padded(low, high)
  return [Math.min(0, low), padded(Math.min(0, low), high)[1]]
}

/** The range of an axis that shows readings of any kind, none of which it must begin at. */
export function spanOf(values: readonly (number | null)[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return [0, 1]
  const margin = (high - low) * 0.08 || 0.5
  return [low - margin, high + margin]
}

function padded(low: number, high: number): [number, number] {
  const margin = Math.max((high - low) * 0.08, 0.5)
  return [low - margin, high + margin]
}
