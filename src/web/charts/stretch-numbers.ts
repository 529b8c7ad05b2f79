import type { ChartPoint } from '@/web/api/workouts'
import type { Stretch } from './cursor'
import type { Track } from './track'

/** What a stretch of a track adds up to. */
export type StretchNumbers = {
  /** Kilometres in motion; null on a track without positions. */
  distance: number | null
  /** Seconds from its first point to its last, and those of them in motion. */
  elapsed: number
  moving: number
  /** Metres; null without elevations. */
  ascent: number | null
  descent: number | null
  /** Means of what was measured; null where nothing was. */
  hr: number | null
  cadence: number | null
  power: number | null
}

/** Measures a stretch as the server measures whole workouts. */
export function measureStretch(
  { points, distances, moved }: Track,
  { from, to }: Stretch,
): StretchNumbers {
  const part = points.slice(from, to + 1)
  let moving = 0
  for (let index = from + 1; index <= to; index++)
    if (moved[index]) moving += (points[index]?.duration ?? 0) - (points[index - 1]?.duration ?? 0)
  const placed = part.some(({ distance }) => distance !== null)
  return {
    distance: placed ? (distances[to] ?? 0) - (distances[from] ?? 0) : null,
    elapsed: (points[to]?.duration ?? 0) - (points[from]?.duration ?? 0),
    moving,
    ...climbsOf(part),
    hr: meanOf(part, ({ hr }) => hr),
    cadence: meanOf(part, ({ cadence }) => cadence),
    power: meanOf(part, ({ power }) => power),
  }
}

function meanOf(
  part: readonly ChartPoint[],
  read: (point: ChartPoint) => number | undefined,
): number | null {
  const readings = part.map(read).filter((value) => value !== undefined)
  return readings.length === 0
    ? null
    : readings.reduce((sum, value) => sum + value, 0) / readings.length
}

/** Weights of a value and of its neighbours when elevations are smoothed: those of the server. */
const [SIDE, MIDDLE] = [0.3, 0.4]

function climbsOf(part: readonly ChartPoint[]): Pick<StretchNumbers, 'ascent' | 'descent'> {
  const known = part.map(({ elevation }) => elevation).filter((value) => value !== undefined)
  if (known.length === 0) return { ascent: null, descent: null }
  const smooth = known.map((value, index) => {
    const [before, after] = [known[index - 1], known[index + 1]]
    return before === undefined || after === undefined
      ? value
      : before * SIDE + value * MIDDLE + after * SIDE
  })
  const changes = smooth.map((value, index) => value - (smooth[index - 1] ?? value))
  const sumOf = (sign: 1 | -1) =>
    changes.reduce((sum, change) => sum + Math.max(0, sign * change), 0)
  return { ascent: sumOf(1), descent: sumOf(-1) }
}
