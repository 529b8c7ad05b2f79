import { cleanElevations } from '@/domain/tracks/metrics/elevation'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import type { Segment } from '@/domain/tracks/track'

export interface ReusedElevations {
  /** One column for each segment, in metres; NaN where unknown. */
  columns: Float64Array[]
  /** Number of points that have no stored elevation, for which the elevation of the file is used. */
  unmatched: number
}

/**
 * Finds the stored elevations for the points of a recording that was read again. Points match if time, latitude and
 * longitude are equal. If several stored points match, the last one is used.
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
