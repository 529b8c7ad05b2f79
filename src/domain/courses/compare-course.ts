import { CORRIDOR, markNear } from '@/domain/analysis/align'
import { type Outline, resampleLine } from '@/domain/analysis/outline'
import { toPlaces } from '@/domain/analysis/placed-course'
import { compareRoutes } from '@/domain/analysis/same-route'
import type { Line } from '@/domain/tracks/geometry/placed-line'

/** Metres between a recording and a course up to which it follows the course. */
export const COURSE_TOLERANCE = CORRIDOR

/** How a recording followed a course. */
export interface CourseComparison {
  /** Share of the length of the course that was followed, from 0 to 1. */
  followed: number
  /**
   * Largest distance in metres between the recording and the course, from where the recording is first on the course to
   * where it is last; null if it never is.
   */
  deviation: number | null
}

/** Resamples the line of a course at equal distances. */
export const outlineOfCourse = ({ lat, lon }: Line): Outline => resampleLine(toPlaces(lat, lon))

/** Returns whether a recording follows a whole course, in its direction, and little else. */
export const isOnCourse = (recording: Outline, course: Outline): boolean =>
  compareRoutes(recording, course) === 'same'

/**
 * Compares a recording with a course. Both are resampled every 20 m (up to 100 km; longer ones at 5000 places).
 *
 * - followed = places of the course within 40 m of the recording / all places of the course, in any order and direction
 * - deviation = max over the places of the recording, from its first to its last one within 40 m of the course, of the
 *   distance to the nearest point of the line through the places of the course
 *
 * The way to the course and home from it therefore does not count. Distances are straight ones, exact to a few metres.
 */
export function compareWithCourse(recording: Outline, course: Outline): CourseComparison {
  const covered = markNear(course, recording)
  const isNear = markNear(recording, course)
  const [first, last] = [isNear.indexOf(1), isNear.lastIndexOf(1)]
  if (first < 0 || course.size === 0) return { followed: 0, deviation: null }
  let largest = 0
  for (let i = first; i <= last; i++) largest = largerDistance(recording, i, course, largest)
  const count = covered.reduce((sum, each) => sum + each, 0)
  return { followed: count / course.size, deviation: Math.sqrt(largest) }
}

/**
 * Returns the square of the distance of a place to the nearest step of another outline, or `largest` if that is greater.
 * The search ends as soon as a step is nearer than that.
 */
function largerDistance(one: Outline, i: number, other: Outline, largest: number): number {
  const [x = 0, y = 0, z = 0] = one.places.subarray(3 * i, 3 * i + 3)
  const { places, size } = other
  let nearest = Number.POSITIVE_INFINITY
  let [ax, ay, az] = [(places[0] ?? 0) - x, (places[1] ?? 0) - y, (places[2] ?? 0) - z]
  for (let k = 3; k < 3 * size || k === 3; k += 3) {
    const bx = (places[k] ?? places[0] ?? 0) - x
    const by = (places[k + 1] ?? places[1] ?? 0) - y
    const bz = (places[k + 2] ?? places[2] ?? 0) - z
    const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
    const lengthSquared = dx * dx + dy * dy + dz * dz
    const along = -(ax * dx + ay * dy + az * dz)
    const share = lengthSquared === 0 ? 0 : Math.min(Math.max(along / lengthSquared, 0), 1)
    const distance = (ax + share * dx) ** 2 + (ay + share * dy) ** 2 + (az + share * dz) ** 2
    if (distance < nearest) nearest = distance
    if (nearest <= largest) return largest
    ax = bx
    ay = by
    az = bz
  }
  return nearest
}
