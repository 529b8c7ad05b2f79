/** A position on the earth in degrees. */
export type Place = { latitude: number; longitude: number }

/** Something recorded, where known at a position. */
export type Placed = { latitude: number | null; longitude: number | null }

/** The position of something, or null when it has none. */
export function placeOf(thing: Placed | undefined): Place | null {
  if (!thing || thing.latitude === null || thing.longitude === null) return null
  return { latitude: thing.latitude, longitude: thing.longitude }
}

const RADIANS = Math.PI / 180

/**
 * Index of the thing nearest to `target`, or null when none has a position. Distances are compared on a plane at the
 * target's latitude, which is exact enough for places within one map view.
 */
export function nearestIndex(things: readonly Placed[], target: Place): number | null {
  const shrink = Math.cos(target.latitude * RADIANS)
  let best: number | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, place] of things.entries()) {
    if (place.latitude === null || place.longitude === null) continue
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
