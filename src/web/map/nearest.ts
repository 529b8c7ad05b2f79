/** A position on the earth in degrees. */
export type Place = { latitude: number; longitude: number }

const RADIANS = Math.PI / 180

/**
 * Index of the place nearest to `target`, or null for an empty list. Distances are compared on a plane at the
 * target's latitude, which is exact enough for places within one map view.
 */
export function nearestIndex(places: readonly Place[], target: Place): number | null {
  const shrink = Math.cos(target.latitude * RADIANS)
  let best: number | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, place] of places.entries()) {
    const east = wrap(place.longitude - target.longitude) * shrink
    const north = place.latitude - target.latitude
    const distance = east * east + north * north
    if (distance < bestDistance) {
      bestDistance = distance
      best = index
    }
  }
  return best
}

/** A difference of longitudes the short way round, so that the date line separates nobody. */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
