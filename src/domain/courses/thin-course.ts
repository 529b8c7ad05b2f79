import type { Line } from '@/domain/tracks/geometry/placed-line'
import { markNeeded } from '@/domain/tracks/geometry/simplify'
import type { CourseLine } from './course-line'

/** Maximum number of points of a saved course: one every ten metres on 200 km. */
export const MAX_COURSE_POINTS = 20_000
/** Metres by which omitting points may change a line, unless it is very long. */
const TOLERANCE = 0.5
/** Factor by which the tolerance grows while there are too many points. */
const GROWTH = 1.5

const METRES_PER_DEGREE = 111_195
const RADIANS_PER_DEGREE = Math.PI / 180

/** Returns the line with at most `MAX_COURSE_POINTS` points. */
export function thinCourse(line: CourseLine): CourseLine {
  let thinned = line
  for (let allowed = TOLERANCE; thinned.lat.length > MAX_COURSE_POINTS; allowed *= GROWTH) {
    const needed = markNeeded(toPlane(line), allowed)
    const isNeeded = (_: number, i: number) => needed[i] === 1
    thinned = {
      lat: line.lat.filter(isNeeded),
      lon: line.lon.filter(isNeeded),
      ele: line.ele.filter(isNeeded),
    }
  }
  return thinned
}

/** Projects a line to a plane in metres. Longitudes continue across the antimeridian. */
function toPlane({ lat, lon }: Line) {
  const x = new Float64Array(lon.length)
  const metresPerLongitude = METRES_PER_DEGREE * Math.cos((lat[0] ?? 0) * RADIANS_PER_DEGREE)
  let previous = lon[0] ?? 0
  for (let i = 0; i < lon.length; i++) {
    const next = lon[i] ?? 0
    previous = next + 360 * Math.round((previous - next) / 360)
    x[i] = previous * metresPerLongitude
  }
  return { x, y: lat.map((degrees) => degrees * METRES_PER_DEGREE) }
}
