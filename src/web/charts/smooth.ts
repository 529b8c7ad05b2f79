import type { Series, SeriesKey } from './series'

/** How much charts are smoothed, with the seconds that a reading is averaged over. */
export const SMOOTHINGS = { none: 0, light: 15, strong: 60 } as const
export type Smoothing = keyof typeof SMOOTHINGS

/** Elevations are smooth by nature, and climbs are counted by them. */
const UNTOUCHED: readonly SeriesKey[] = ['elevation']

const inverse = (value: number | null): number | null => (value ? 1 / value : null)

/**
 * A series in which each reading is the mean of those around it. A pace is averaged as the speed that it stands for;
 * where nothing was measured there is still nothing.
 */
export function smoothed(series: Series, times: readonly number[], smoothing: Smoothing): Series {
  const seconds = SMOOTHINGS[smoothing]
  if (seconds === 0 || UNTOUCHED.includes(series.key)) return series
  if (series.key !== 'pace')
    return { ...series, values: runningMeans(series.values, times, seconds) }
  const speeds = series.values.map(inverse)
  return { ...series, values: runningMeans(speeds, times, seconds).map(inverse) }
}

/** Readings without a series of their own, smoothed like the others. */
export const smoothedValues = (
  values: readonly (number | null)[],
  times: readonly number[],
  smoothing: Smoothing,
): readonly (number | null)[] => {
  const seconds = SMOOTHINGS[smoothing]
  return seconds === 0 ? values : runningMeans(values, times, seconds)
}

/** Means over a window that moves along; sums are carried on, so that every reading is added and taken away once. */
function runningMeans(
  values: readonly (number | null)[],
  times: readonly number[],
  seconds: number,
): (number | null)[] {
  const window = { first: 0, next: 0, sum: 0, count: 0 }
  const timeOf = (index: number) => times[index] ?? Number.POSITIVE_INFINITY
  const take = (index: number, sign: 1 | -1) => {
    const value = values[index] ?? null
    if (value === null) return
    window.sum += sign * value
    window.count += sign
  }
  return values.map((value, index) => {
    const [from, to] = [timeOf(index) - seconds / 2, timeOf(index) + seconds / 2]
    while (window.next < values.length && timeOf(window.next) <= to) take(window.next++, 1)
    while (timeOf(window.first) < from) take(window.first++, -1)
    return value === null || window.count === 0 ? value : window.sum / window.count
  })
}
