/** Semi-major axis of the WGS 84 ellipsoid, metres. */
const EQUATOR_RADIUS = 6_378_137
/** Square of the first eccentricity of the WGS 84 ellipsoid. */
export const ECCENTRICITY_SQUARED = 6.694_379_990_141_316e-3
const RADIANS_PER_DEGREE = Math.PI / 180

/**
 * Mean radius of the earth in metres, to convert straight distances through the earth to distances along its surface.
 */
export const MEAN_RADIUS = 6_371_008.8

/** A place on the ellipsoid in earth-centred, earth-fixed coordinates, metres. */
export type Place = readonly [x: number, y: number, z: number]

/** Returns the place at a geodetic latitude and longitude (WGS 84, degrees). */
export function placeAt(lat: number, lon: number): Place {
  const phi = lat * RADIANS_PER_DEGREE
  const lambda = lon * RADIANS_PER_DEGREE
  const sin = Math.sin(phi)
  const normal = EQUATOR_RADIUS / Math.sqrt(1 - ECCENTRICITY_SQUARED * sin * sin)
  const fromAxis = normal * Math.cos(phi)
  return [
    fromAxis * Math.cos(lambda),
    fromAxis * Math.sin(lambda),
    normal * (1 - ECCENTRICITY_SQUARED) * sin,
  ]
}

/** Straight distance through the earth between two places, in metres. */
export const chordBetween = (a: Place, b: Place): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Converts a straight distance through the earth to metres along the surface. */
export const arcLength = (chord: number): number =>
  2 * MEAN_RADIUS * Math.asin(Math.min(1, chord / (2 * MEAN_RADIUS)))
