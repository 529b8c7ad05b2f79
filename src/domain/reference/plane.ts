/** A point on a plane, in metres to the east and to the north of an origin nearby. */
export type PlanePoint = readonly [x: number, y: number]

/** Mean length of a degree of latitude in metres. */
export const METRES_PER_DEGREE = 111_195

const RADIANS_PER_DEGREE = Math.PI / 180

/** Length in metres of a degree of longitude at a latitude. */
export const metresPerLongitude = (latitude: number): number =>
  METRES_PER_DEGREE * Math.cos(latitude * RADIANS_PER_DEGREE)

/** Returns a difference of longitudes the short way around the earth, from -180 to 180 degrees. */
export const wrapLongitude = (degrees: number): number => degrees - 360 * Math.round(degrees / 360)

/** Metres from a point to a polygon; 0 inside it (even-odd rule). Two corners are a line, and one is a point. */
export function distanceToPolygon(corners: readonly PlanePoint[], [x, y]: PlanePoint): number {
  let isInside = false
  let nearest = Number.POSITIVE_INFINITY
  for (const [index, to] of corners.entries()) {
    const from = corners.at(index - 1) ?? to
    const [[ax, ay], [bx, by]] = [from, to]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    nearest = Math.min(nearest, distanceToEdge([x, y], from, to))
  }
  return isInside ? 0 : nearest
}

function distanceToEdge([x, y]: PlanePoint, [ax, ay]: PlanePoint, [bx, by]: PlanePoint): number {
  const [dx, dy] = [bx - ax, by - ay]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared
  const share = Math.min(Math.max(along, 0), 1)
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}
