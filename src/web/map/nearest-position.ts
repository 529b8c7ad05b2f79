/** A position on Earth in degrees. */
export type Position = { latitude: number; longitude: number }

/** An object that may have a position, in degrees. */
export type MaybePosition = { latitude: number | null; longitude: number | null }

/** Returns the position of an object; null if it has none. */
export function getPosition(object: MaybePosition | undefined): Position | null {
  if (!object || object.latitude === null || object.longitude === null) return null
  return { latitude: object.latitude, longitude: object.longitude }
}

const RADIANS = Math.PI / 180

/**
 * Returns the index of the object nearest to `target`, or null if none has a position. Distances are compared on a
 * plane at the target's latitude, which is accurate enough within a map view.
 */
export function findNearestIndex(
  objects: readonly MaybePosition[],
  target: Position,
): number | null {
  const shrink = Math.cos(target.latitude * RADIANS)
  let best: number | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, place] of objects.entries()) {
    if (place.latitude === null || place.longitude === null) continue
    const east = normalizeLongitude(place.longitude - target.longitude) * shrink
    const north = place.latitude - target.latitude
    const distance = east * east + north * north
    if (distance < bestDistance) {
      bestDistance = distance
      best = index
    }
  }
  return best
}

/**
 * Normalizes a difference of longitudes to the range from -180 to 180, so that distances across the antimeridian are
 * correct.
 */
function normalizeLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
