import { METRES_PER_DEGREE, metresPerLongitude, wrapLongitude } from '@/domain/reference/plane'
import type { Position } from '@/web/map/nearest-position'

/** Returns the metres along a line, computed like on the server. */
export const lengthOf = (points: readonly Position[]): number =>
  points.reduce((sum, to, index) => {
    const from = points[index - 1] ?? to
    const east = wrapLongitude(to.longitude - from.longitude)
    return (
      sum +
      Math.hypot(
        east * metresPerLongitude((from.latitude + to.latitude) / 2),
        (to.latitude - from.latitude) * METRES_PER_DEGREE,
      )
    )
  }, 0)
