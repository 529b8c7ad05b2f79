import type { PlotPoint } from './LinePlot'

/** Minimum and maximum number of points whose median is taken, and their share of all points. */
const [MIN_WINDOW, MAX_WINDOW, SHARE] = [5, 15, 0.2]

/**
 * Smooths points, ordered by `x`: each becomes the median of the points around it, so that single outliers have no
 * effect, then the weighted mean of itself and its neighbours. Returns too few points for a median unchanged.
 */
export function smoothLine(points: readonly PlotPoint[]): PlotPoint[] {
  if (points.length < MIN_WINDOW) return [...points]
  const window = Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, points.length * SHARE))
  const half = Math.floor(window / 2)
  const medians = points.map((_, index) => {
    // Near the ends the window is shorter on both sides, so that it stays centred.
    const reach = Math.min(half, Math.max(1, Math.min(index, points.length - 1 - index)))
    return medianOf(points.slice(Math.max(0, index - reach), index + reach + 1).map(({ y }) => y))
  })
  return points.map(({ x, y }, index) => {
    const own = medians[index] ?? y
    return { x, y: ((medians[index - 1] ?? own) + 2 * own + (medians[index + 1] ?? own)) / 4 }
  })
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
