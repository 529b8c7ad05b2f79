import { arcOfChord, MEAN_RADIUS, type Place, placeAt } from './earth'

/** All places within a distance of a centre. */
export interface Disc {
  readonly lat: number
  readonly lon: number
  /** Metres along the surface. */
  readonly radius: number
}

/** A box of coordinates, degrees; west is never greater than east. */
export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Fewest metres in a degree of latitude, at the equator. */
export const METRES_PER_DEGREE = 110_574
const RADIANS_PER_DEGREE = Math.PI / 180
/** The box is that much larger than the disc on a sphere, so that it holds the one on the ellipsoid too. */
const ELLIPSOID_ALLOWANCE = 1.01

/**
 * One or two boxes (two across the antimeridian) that hold the whole disc, and not much more.
 */
export function boxesAround({ lat, lon, radius }: Disc): Box[] {
  const reach = (radius * ELLIPSOID_ALLOWANCE) / METRES_PER_DEGREE
  const south = Math.max(lat - reach, -90)
  const north = Math.min(lat + reach, 90)
  const sine = Math.sin(reach * RADIANS_PER_DEGREE) / Math.cos(lat * RADIANS_PER_DEGREE)
  const holdsPole = south === -90 || north === 90 || !(sine < 1)
  if (holdsPole) return [{ south, west: -180, north, east: 180 }]
  const sideways = Math.asin(sine) / RADIANS_PER_DEGREE
  return splitAtAntimeridian({ south, west: lon - sideways, north, east: lon + sideways })
}

/** The same box with longitudes from -180 to 180. */
function splitAtAntimeridian({ west, east, ...rest }: Box): Box[] {
  if (west < -180)
    return [
      { ...rest, west: west + 360, east: 180 },
      { ...rest, west: -180, east },
    ]
  if (east > 180)
    return [
      { ...rest, west, east: 180 },
      { ...rest, west: -180, east: east - 360 },
    ]
  return [{ ...rest, west, east }]
}

/** The places of a line one after the other, three coordinates each, in units of `metre` to the metre. */
export interface PlacedLine {
  readonly coordinates: ArrayLike<number>
  readonly unitsPerMetre: number
}

/**
 * Metres along the surface from the centre to the nearest place of a line; the search ends early at a place within
 * `enough` metres.
 *
 * Distances are measured on the WGS 84 ellipsoid through earth-centred coordinates: each step of the line is the
 * straight line between its ends, lifted back to the surface, and straight distances become arcs of the mean earth.
 * Up to 500 km the result is right to 0.01 %.
 */
export function distanceToLine(
  centre: Disc,
  { coordinates, unitsPerMetre }: PlacedLine,
  enough: number,
): number {
  const [x, y, z] = placeAt(centre.lat, centre.lon)
  const enoughSquared = squaredChord(enough)
  const at = (index: number) => (coordinates[index] ?? Number.NaN) / unitsPerMetre
  let from: Place = [at(0), at(1), at(2)]
  let nearest = (from[0] - x) ** 2 + (from[1] - y) ** 2 + (from[2] - z) ** 2
  for (let i = 3; i < coordinates.length && nearest > enoughSquared; i += 3) {
    const to: Place = [at(i), at(i + 1), at(i + 2)]
    nearest = Math.min(nearest, squaredDistanceToStep([x, y, z], from, to))
    from = to
  }
  return arcOfChord(Math.sqrt(nearest))
}

const squaredChord = (arc: number) =>
  arc >= Math.PI * MEAN_RADIUS
    ? Number.POSITIVE_INFINITY
    : (2 * MEAN_RADIUS * Math.sin(arc / (2 * MEAN_RADIUS))) ** 2

/** Steps longer than this bend away from the surface by more than a metre. */
const LONG_STEP_SQUARED = 5000 ** 2

function squaredDistanceToStep([x, y, z]: Place, a: Place, b: Place): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const lengthSquared = dx * dx + dy * dy + dz * dz
  const along = (x - a[0]) * dx + (y - a[1]) * dy + (z - a[2]) * dz
  const share = lengthSquared === 0 ? 0 : Math.min(Math.max(along / lengthSquared, 0), 1)
  const foot: Place = [a[0] + share * dx, a[1] + share * dy, a[2] + share * dz]
  const lift = lengthSquared > LONG_STEP_SQUARED ? liftOf(foot, a, b, share) : 1
  return (foot[0] * lift - x) ** 2 + (foot[1] * lift - y) ** 2 + (foot[2] * lift - z) ** 2
}

/** The factor that brings a place inside the earth, between two on the surface, up to it. */
function liftOf(foot: Place, a: Place, b: Place, share: number): number {
  const radius = Math.hypot(...a) * (1 - share) + Math.hypot(...b) * share
  const depth = Math.hypot(...foot)
  return depth === 0 ? 1 : radius / depth
}
