import { cleanElevations } from '@/tracks/metrics/elevation'
import type { StoredPoints } from '@/tracks/metrics/units'
import type { Segment } from '@/tracks/track'

export interface ReusedElevations {
  /** One column for each segment, metres; NaN where none is known. */
  columns: Float64Array[]
  /** Points that are not among the stored ones and keep the file's elevation. */
  unmatched: number
}

/**
 * The stored elevations of the points of a recording that was read again. Points are the same when time, latitude and
 * longitude are; of stored points that are the same, the last one counts.
 */
export function reuseElevations(
  stored: readonly StoredPoints[],
  segments: readonly Segment[],
): ReusedElevations {
  const reused: ReusedElevations = { columns: [], unmatched: 0 }
  const known = new Map<string, number>()
  for (const points of stored) {
    for (let i = 0; i < points.size; i++) known.set(keyOf(points, i), points.ele[i] ?? Number.NaN)
  }
  for (const segment of segments) {
    const column = cleanElevations(segment.ele)
    for (let i = 0; i < segment.size; i++) {
      const elevation = known.get(keyOf(segment, i))
      if (elevation === undefined) reused.unmatched += 1
      else column[i] = elevation
    }
    reused.columns.push(column)
  }
  return reused
}

const keyOf = ({ time, lat, lon }: Segment, i: number): string => `${time[i]} ${lat[i]} ${lon[i]}`
