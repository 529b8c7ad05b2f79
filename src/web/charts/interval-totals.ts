import type { ChartPoint } from '@/web/api/workouts/workouts'
import type { Interval } from './cursor'
import type { Track } from './track'

/** Totals and means of an interval of a track. */
export type IntervalTotals = {
  /** Kilometres while moving; null for a track without positions. */
  distance: number | null
  /** Seconds from the first point to the last, and the part of them while moving. */
  elapsed: number
  moving: number
  /** Metres; null without elevations. */
  ascent: number | null
  descent: number | null
  /** Means of the measured values; null if nothing was measured. */
  hr: number | null
  cadence: number | null
  power: number | null
}

/** Measures an interval with the same methods that the server uses for whole workouts. */
export function measureInterval(
  { points, distances, moved }: Track,
  { from, to }: Interval,
): IntervalTotals {
  const part = points.slice(from, to + 1)
  let moving = 0
  for (let index = from + 1; index <= to; index++)
    if (moved[index]) moving += (points[index]?.duration ?? 0) - (points[index - 1]?.duration ?? 0)
  const placed = part.some(({ distance }) => distance !== null)
  return {
    distance: placed ? (distances[to] ?? 0) - (distances[from] ?? 0) : null,
    elapsed: (points[to]?.duration ?? 0) - (points[from]?.duration ?? 0),
    moving,
    ...getClimbs(part),
    hr: getMean(part, ({ hr }) => hr),
    cadence: getMean(part, ({ cadence }) => cadence),
    power: getMean(part, ({ power }) => power),
  }
}

function getMean(
  part: readonly ChartPoint[],
  read: (point: ChartPoint) => number | undefined,
): number | null {
  const readings = part.map(read).filter((value) => value !== undefined)
  return readings.length === 0
    ? null
    : readings.reduce((sum, value) => sum + value, 0) / readings.length
}

/** Weights of a neighbour and of the value itself in smoothing elevations; the same as the server's. */
const [SIDE, MIDDLE] = [0.3, 0.4]

function getClimbs(part: readonly ChartPoint[]): Pick<IntervalTotals, 'ascent' | 'descent'> {
  const elevations = part.map(({ elevation }) => elevation).filter((value) => value !== undefined)
  if (elevations.length === 0) return { ascent: null, descent: null }
  const smooth = elevations.map((value, index) => {
    const [before, after] = [elevations[index - 1], elevations[index + 1]]
    return before === undefined || after === undefined
      ? value
      : before * SIDE + value * MIDDLE + after * SIDE
  })
  const changes = smooth.map((value, index) => value - (smooth[index - 1] ?? value))
  const sumOf = (sign: 1 | -1) =>
    changes.reduce((sum, change) => sum + Math.max(0, sign * change), 0)
  return { ascent: sumOf(1), descent: sumOf(-1) }
}
