import {
  distanceToPolygon,
  METRES_PER_DEGREE,
  metresPerLongitude,
  type PlanePoint,
  wrapLongitude,
} from '@/domain/reference/plane'

/** Longitude and latitude in degrees. */
export type Vertex = [longitude: number, latitude: number]

/** A zone around a place that other users must not find, as its owner draws it. */
export interface PrivacyZone {
  /** One vertex: the centre of a circle. Three or more: the outline of an area, without repeating the first vertex. */
  readonly outline: readonly Vertex[]
  /** Metres: the radius of the circle, or the margin around the area. */
  readonly radius: number
  /** Metres by which the hidden area is shifted, at least half the radius and less than the radius in total. */
  readonly offsetNorth: number
  readonly offsetEast: number
  /** Whether the parts of workouts that only pass through the zone are hidden, too. */
  readonly hidesPassages: boolean
}

/** What is hidden around a zone, on a plane in metres around its first vertex. */
export interface HiddenArea {
  readonly hidesPassages: boolean
  readonly contains: (longitude: number, latitude: number) => boolean
}

/** Share of the radius by which a hidden area may be shifted, so that it still covers its zone. */
const MAX_SHIFT = 0.98
const MIN_SHIFT = 0.5

/**
 * Returns a random shift for a hidden area, in metres, uniform over a ring around the zone. It is drawn once for each
 * zone: if it changed with each workout, the mean of many hidden areas would reveal the zone.
 *
 * @param random numbers from 0 (inclusive) to 1 (exclusive), which must not be predictable
 */
export function drawOffset(
  radius: number,
  random: () => number,
): Pick<PrivacyZone, 'offsetNorth' | 'offsetEast'> {
  const share = Math.sqrt(MIN_SHIFT ** 2 + random() * (MAX_SHIFT ** 2 - MIN_SHIFT ** 2))
  const bearing = 2 * Math.PI * random()
  return {
    offsetNorth: radius * share * Math.cos(bearing),
    offsetEast: radius * share * Math.sin(bearing),
  }
}

/** Whether a hidden area with this offset covers a zone with this radius. */
export const coversZone = (
  radius: number,
  { offsetNorth, offsetEast }: Pick<PrivacyZone, 'offsetNorth' | 'offsetEast'>,
): boolean => Math.hypot(offsetNorth, offsetEast) <= MAX_SHIFT * radius

/** Tolerance for offsets that were written as decimal numbers. */
const ROUNDING = 1e-6

/** Whether an offset may have been drawn for a zone with this radius. */
export function isDrawnOffset(
  radius: number,
  { offsetNorth, offsetEast }: Pick<PrivacyZone, 'offsetNorth' | 'offsetEast'>,
): boolean {
  const share = Math.hypot(offsetNorth, offsetEast) / radius
  return share >= MIN_SHIFT - ROUNDING && share <= MAX_SHIFT + ROUNDING
}

/** Returns the vertices of a hidden area, and the metres around them up to which it extends. */
export function hiddenOutlineOf({
  outline,
  radius,
  offsetNorth,
  offsetEast,
}: PrivacyZone): Pick<PrivacyZone, 'outline' | 'radius'> {
  const perLongitude = metresPerLongitude(outline[0]?.[1] ?? 0)
  return {
    outline: outline.map(([longitude, latitude]) => [
      longitude + offsetEast / perLongitude,
      latitude + offsetNorth / METRES_PER_DEGREE,
    ]),
    radius: reachOf({ outline, radius }),
  }
}

/** Metres around its shifted outline up to which a zone is hidden. */
const reachOf = ({ outline, radius }: Pick<PrivacyZone, 'outline' | 'radius'>) =>
  outline.length === 1 ? 2 * radius : radius

/**
 * Returns the area that is hidden from other users. It covers the zone, but neither its centre nor its outline can be
 * computed from it: it is larger by the radius, and shifted by less than the radius. The centre of a hidden circle can be
 * found from many workouts, but then the centre of the zone may still be anywhere on a ring around it, at half to all of
 * the radius.
 */
export function hiddenAreaOf(zone: PrivacyZone): HiddenArea {
  const { outline, offsetNorth, offsetEast, hidesPassages } = zone
  const [originLon, originLat] = outline[0] ?? [0, 0]
  const perLongitude = metresPerLongitude(originLat)
  const toPlane = ([longitude, latitude]: Vertex): PlanePoint => [
    wrapLongitude(longitude - originLon) * perLongitude,
    (latitude - originLat) * METRES_PER_DEGREE,
  ]
  const corners = outline.map((vertex): PlanePoint => {
    const [x, y] = toPlane(vertex)
    return [x + offsetEast, y + offsetNorth]
  })
  const reach = reachOf(zone)
  const box = boxAround(corners, reach)
  return {
    hidesPassages,
    contains: (longitude, latitude) => {
      const point = toPlane([longitude, latitude])
      return isWithin(box, point) && distanceToPolygon(corners, point) <= reach
    },
  }
}

const boxAround = (corners: readonly PlanePoint[], reach: number) => ({
  west: Math.min(...corners.map(([x]) => x)) - reach,
  east: Math.max(...corners.map(([x]) => x)) + reach,
  south: Math.min(...corners.map(([, y]) => y)) - reach,
  north: Math.max(...corners.map(([, y]) => y)) + reach,
})

const isWithin = (
  { west, east, south, north }: ReturnType<typeof boxAround>,
  [x, y]: PlanePoint,
): boolean => x >= west && x <= east && y >= south && y <= north
