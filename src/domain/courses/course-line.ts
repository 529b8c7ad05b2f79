import type { Line } from '@/domain/tracks/geometry/placed-line'
import { geodesicSteps } from '@/domain/tracks/metrics/geodesic'

/** The points of a saved course in order, in degrees and metres. Every point has a position; `ele` is NaN if unknown. */
export interface CourseLine extends Line {
  readonly ele: Float64Array
}

/** Returns the metres along the line from the first point to each point, over ground on the WGS 84 ellipsoid. */
export function runningLengths({ lat, lon }: Line): Float64Array {
  const size = lat.length
  const metres = geodesicSteps({ size, lat, lon, time: new Float64Array(size) })
  for (let i = 1; i < size; i++) metres[i] = (metres[i - 1] ?? 0) + (metres[i] ?? 0)
  return metres
}
