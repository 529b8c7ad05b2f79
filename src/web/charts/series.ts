import type { ChartPoint } from '@/web/api/workouts/workouts'
import { getDistanceScale } from '@/web/format/sport-distance'
import { toHeight, toPace, toSpeed, toSwimPaceFromSpeed, type UnitSystem } from '@/web/format/units'
import type { Interval } from './cursor'
import type { Track } from './track'

/** The quantity on the x axis. */
export type Axis = 'distance' | 'time'

/** The series that charts can show, in the order in which they are drawn. */
export const SERIES_KEYS = ['elevation', 'pace', 'speed', 'hr', 'cadence', 'power'] as const
export type SeriesKey = (typeof SERIES_KEYS)[number]

/** One line of a chart, in the user's units; null where nothing was measured. */
export type Series = { key: SeriesKey; values: (number | null)[] }

/** Values to mark with a horizontal line, by series. */
export type Marks = Partial<Record<SeriesKey, number>>

/** A line needs at least two values. */
const MIN_READINGS = 2

const METRES_PER_KILOMETRE = 1000

function createReader(
  key: SeriesKey,
  units: UnitSystem,
  swims: boolean,
): (point: ChartPoint) => number | null {
  if (swims && key === 'pace') return ({ speed }) => toSwimPaceFromSpeed(speed ?? 0, units)
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

/** Returns the series with enough values in `points`, in drawing order. For swims the pace replaces the speed. */
export function createSeries(
  points: readonly ChartPoint[],
  units: UnitSystem,
  swims = false,
): Series[] {
  return SERIES_KEYS.filter((key) => !(swims && key === 'speed'))
    .map((key) => ({ key, values: points.map(createReader(key, units, swims)) }))
    .filter(({ values }) => values.filter((value) => value !== null).length >= MIN_READINGS)
}

/**
 * Returns the position of each point on the axis: the distance in the sport's unit, or seconds since the start. Never
 * decreases.
 */
export function getAxisValues(
  { points, distances }: Track,
  axis: Axis,
  { units, sportId }: { units: UnitSystem; sportId?: number | undefined },
): number[] {
  if (axis === 'distance') return distances.map(getDistanceScale(sportId, units).fromKilometres)
  let latest = 0
  return points.map(({ duration }) => {
    latest = Math.max(latest, duration)
    return latest
  })
}

/**
 * Returns the indices of the points to draw: on a time axis all points of the interval, on a distance axis only those
 * reached by moving.
 */
export function selectDrawnPoints(
  { points, moved }: Track,
  axis: Axis,
  zoom: Interval | null,
): number[] {
  const { from, to } = zoom ?? { from: 0, to: points.length - 1 }
  const shown: number[] = []
  for (let index = from; index <= to; index++)
    if (axis === 'time' || moved[index] || index === from) shown.push(index)
  return shown
}

/** Quantile of the paces at which the axis ends, so that standing still does not determine the range. */
const PACE_QUANTILE = 0.97

/** Margin of axes labelled with whole numbers: with less, two labels of a flat line could be the same. */
const WHOLE_MARGIN = 2

/**
 * Returns the range of the vertical axis. Elevation and heart rate span their values; pace ignores its
 * slowest values; everything else starts at zero. A mark is always included.
 */
export function getAxisRange(
  { key, values }: Series,
  mark: number | null = null,
): [number, number] {
  const marked = mark === null ? values : [...values, mark]
  const readings = marked.filter((value) => value !== null).sort((a, b) => a - b)
  const low = readings[0] ?? 0
  const high = readings.at(-1) ?? 1
  if (key === 'pace') {
    return padded(low, readings[Math.floor((readings.length - 1) * PACE_QUANTILE)] ?? high)
  }
  if (key === 'hr' || key === 'elevation') return padded(low, high, WHOLE_MARGIN)
  return [Math.min(0, low), padded(Math.min(0, low), high)[1]]
}

/** Returns the range of the vertical axis for values of any kind; it need not include zero. */
export function getValueRange(values: readonly (number | null)[]): [number, number] {
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

function padded(low: number, high: number, minMargin = 0.5): [number, number] {
  const margin = Math.max((high - low) * 0.08, minMargin)
  return [low - margin, high + margin]
}
