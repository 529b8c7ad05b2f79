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
  // Coordinates relative to the centre; plain numbers, for a search looks at a million steps.
  let ax = (coordinates[0] ?? Number.NaN) / unitsPerMetre - x
  let ay = (coordinates[1] ?? Number.NaN) / unitsPerMetre - y
  let az = (coordinates[2] ?? Number.NaN) / unitsPerMetre - z
  let nearest = ax * ax + ay * ay + az * az
  for (let i = 3; i < coordinates.length && nearest > enoughSquared; i += 3) {
    const bx = (coordinates[i] ?? Number.NaN) / unitsPerMetre - x
    const by = (coordinates[i + 1] ?? Number.NaN) / unitsPerMetre - y
    const bz = (coordinates[i + 2] ?? Number.NaN) / unitsPerMetre - z
    const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
    const lengthSquared = dx * dx + dy * dy + dz * dz
    const along = -(ax * dx + ay * dy + az * dz)
    const share = lengthSquared === 0 ? 0 : Math.min(Math.max(along / lengthSquared, 0), 1)
    const [fx, fy, fz] = [ax + share * dx, ay + share * dy, az + share * dz]
    const distance =
      lengthSquared > LONG_STEP_SQUARED
        ? squaredDistanceToArc([x, y, z], { from: [ax, ay, az], step: [dx, dy, dz], share })
        : fx * fx + fy * fy + fz * fz
    if (distance < nearest) nearest = distance
    ax = bx
    ay = by
    az = bz
  }
  return arcOfChord(Math.sqrt(nearest))
}

const squaredChord = (arc: number) =>
  arc >= Math.PI * MEAN_RADIUS
    ? Number.POSITIVE_INFINITY
    : (2 * MEAN_RADIUS * Math.sin(arc / (2 * MEAN_RADIUS))) ** 2

/** Steps longer than this bend away from the surface by more than a metre. */
const LONG_STEP_SQUARED = 5000 ** 2

/** A long step, relative to the centre of the disc, and the share of it at which it comes nearest. */
interface LongStep {
  from: Place
  step: Place
  share: number
}

/** Square of the distance to the nearest place of a straight step once that is lifted up to the surface. */
function squaredDistanceToArc(centre: Place, { from, step, share }: LongStep): number {
  const placeAlong = (part: number): Place => [
    centre[0] + from[0] + part * step[0],
    centre[1] + from[1] + part * step[1],
    centre[2] + from[2] + part * step[2],
  ]
  const foot = placeAlong(share)
  const depth = Math.hypot(...foot)
  const radius = Math.hypot(...placeAlong(0)) * (1 - share) + Math.hypot(...placeAlong(1)) * share
  const lift = depth === 0 ? 1 : radius / depth
  return foot.reduce((sum, value, axis) => sum + (value * lift - (centre[axis] ?? 0)) ** 2, 0)
}
