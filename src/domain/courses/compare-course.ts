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
  const search = new FarthestSearch(course)
  for (let i = first; i <= last; i++) search.add(recording, i)
  const count = covered.reduce((sum, each) => sum + each, 0)
  return { followed: count / course.size, deviation: Math.sqrt(search.squared) }
}

/**
 * Finds the largest distance of places to an outline. A place that is nearer to any step than the largest distance so far
 * changes nothing, and the step that was nearest to the previous place is most likely such a step: the search for each
 * place begins there and continues in both directions.
 */
class FarthestSearch {
  readonly #outline: Outline
  /** Index of the step that was nearest to the previous place. */
  #step = 0
  /** The square of the largest distance. */
  squared = 0

  constructor(outline: Outline) {
    this.#outline = outline
  }

  /** Takes a place of another outline into account. */
  add({ places }: Outline, i: number): void {
    const [x = 0, y = 0, z = 0] = places.subarray(3 * i, 3 * i + 3)
    const steps = Math.max(this.#outline.size - 1, 1)
    const from = this.#step
    let nearest = Number.POSITIVE_INFINITY
    const isNearer = (step: number): boolean => {
      if (step < 0 || step >= steps) return false
      const distance = this.#squaredDistance(step, x, y, z)
      if (distance < nearest) [nearest, this.#step] = [distance, step]
      return distance <= this.squared
    }
    for (let away = 0; away < steps; away++)
      if (isNearer(from + away) || (away > 0 && isNearer(from - away))) return
    this.squared = nearest
  }

  /** The square of the distance of a position to a step; an outline of one place is a step of no length. */
  #squaredDistance(step: number, x: number, y: number, z: number): number {
    const { places, size } = this.#outline
    const [a, b] = [3 * step, 3 * Math.min(step + 1, size - 1)]
    const [ax, ay, az] = [(places[a] ?? 0) - x, (places[a + 1] ?? 0) - y, (places[a + 2] ?? 0) - z]
    const dx = (places[b] ?? 0) - x - ax
    const dy = (places[b + 1] ?? 0) - y - ay
    const dz = (places[b + 2] ?? 0) - z - az
    const lengthSquared = dx * dx + dy * dy + dz * dz
    const along = -(ax * dx + ay * dy + az * dz)
    const share = lengthSquared === 0 ? 0 : Math.min(Math.max(along / lengthSquared, 0), 1)
    return (ax + share * dx) ** 2 + (ay + share * dy) ** 2 + (az + share * dz) ** 2
  }
}
