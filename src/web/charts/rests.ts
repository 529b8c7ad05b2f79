import type { ChartPoint } from '@/web/api/workouts/workouts'

/** A rest in seconds from the start of the recording. */
export interface Rest {
  from: number
  to: number
}

/** Points without values in rests, and the index of each among the recorded points. */
export interface PointsWithGaps {
  points: ChartPoint[]
  sources: number[]
}

/**
 * Removes speed, pace and cadence during rests, so that charts show gaps there. Devices that record only the ends of
 * lengths have no point in a rest; they get one.
 */
export function hideRests(points: readonly ChartPoint[], rests: readonly Rest[]): PointsWithGaps {
  const result: PointsWithGaps = { points: [], sources: [] }
  const push = (point: ChartPoint, source: number) => {
    result.points.push(point)
    result.sources.push(source)
  }
  let next = 0
  for (const [index, point] of points.entries()) {
    for (let rest = rests[next]; rest && rest.to <= point.duration; rest = rests[++next]) {
      const last = result.points.at(-1)
      if (last && last.duration <= rest.from)
        push({ ...standing(last), duration: (rest.from + rest.to) / 2 }, index - 1)
    }
    const isResting = point.duration > (rests[next]?.from ?? Number.POSITIVE_INFINITY)
    push(isResting ? standing(point) : point, index)
  }
  return result
}

/** A point without what a swimmer has no value of while resting. */
const standing = ({ cadence: _, ...point }: ChartPoint): ChartPoint => ({
  ...point,
  speed: null,
  pace: null,
})
