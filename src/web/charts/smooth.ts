import type { Series, SeriesKey } from './series'

/** Levels of smoothing; the value is the width of the averaging window in seconds. */
export const SMOOTHINGS = { none: 0, light: 15, strong: 60 } as const
export type Smoothing = keyof typeof SMOOTHINGS

/** Elevations are not smoothed: they are smooth already, and ascents are computed from them. */
const UNSMOOTHED: readonly SeriesKey[] = ['elevation']

const inverse = (value: number | null): number | null => (value ? 1 / value : null)

/**
 * Returns the series with each value replaced by the mean of the values around it. Paces are averaged as speeds; null
 * stays null.
 */
export function smoothSeries(
  series: Series,
  times: readonly number[],
  smoothing: Smoothing,
): Series {
  const seconds = SMOOTHINGS[smoothing]
  if (seconds === 0 || UNSMOOTHED.includes(series.key)) return series
  if (series.key !== 'pace')
    return { ...series, values: computeRunningMeans(series.values, times, seconds) }
  const speeds = series.values.map(inverse)
  return { ...series, values: computeRunningMeans(speeds, times, seconds).map(inverse) }
}

/** Smooths values that do not belong to a `Series` in the same way. */
export const smoothValues = (
  values: readonly (number | null)[],
  times: readonly number[],
  smoothing: Smoothing,
): readonly (number | null)[] => {
  const seconds = SMOOTHINGS[smoothing]
  return seconds === 0 ? values : computeRunningMeans(values, times, seconds)
}

/**
 * Computes the mean over a moving window. The sum is updated incrementally, so the cost is linear in the number of
 * values.
 */
function computeRunningMeans(
  values: readonly (number | null)[],
  times: readonly number[],
  seconds: number,
): (number | null)[] {
  const window = { first: 0, next: 0, sum: 0, count: 0 }
  const getTime = (index: number) => times[index] ?? Number.POSITIVE_INFINITY
  const take = (index: number, sign: 1 | -1) => {
    const value = values[index] ?? null
    if (value === null) return
    window.sum += sign * value
    window.count += sign
  }
  return values.map((value, index) => {
    const [from, to] = [getTime(index) - seconds / 2, getTime(index) + seconds / 2]
    while (window.next < values.length && getTime(window.next) <= to) take(window.next++, 1)
    while (getTime(window.first) < from) take(window.first++, -1)
    return value === null || window.count === 0 ? value : window.sum / window.count
  })
}
