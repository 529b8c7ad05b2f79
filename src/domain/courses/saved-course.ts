import type { CourseFile } from './course-file'
import { runningLengths } from './course-line'

/** A saved course as it is written to a file. */
export interface SavedCourse extends CourseFile {
  readonly name: string
  readonly description: string
  /** Text that identifies the program that writes the file. */
  readonly creator: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/**
 * Speed in metres per second from which the times in files follow that need them. Devices show how far ahead of these
 * times the rider is, which can be ignored.
 */
const PACE = 5

/** Returns the metres and whole seconds from the start of a course to each point. */
export function paceCourse({ line }: SavedCourse): { metres: Float64Array; seconds: Float64Array } {
  const metres = runningLengths(line)
  return { metres, seconds: metres.map((each) => Math.round(each / PACE)) }
}

const RADIANS_PER_DEGREE = Math.PI / 180

/** Returns the index of the point of a course that is nearest to a place, accurate enough for places near it. */
function findNearestPoint(
  { lat, lon }: CourseFile['line'],
  place: { lat: number; lon: number },
): number {
  const shortening = Math.cos(place.lat * RADIANS_PER_DEGREE)
  let [nearest, least] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < lat.length; i++) {
    const north = (lat[i] ?? 0) - place.lat
    const east = ((lon[i] ?? 0) - place.lon) * shortening
    const distance = north * north + east * east
    if (distance < least) [nearest, least] = [i, distance]
  }
  return nearest
}

/** A waypoint, and the index of the point of the course at which devices announce it. */
export type PlacedWaypoint = CourseFile['waypoints'][number] & { at: number }

/** Returns the waypoints of a course in the order in which they are passed. */
export const placeWaypoints = ({ line, waypoints }: CourseFile): PlacedWaypoint[] =>
  waypoints
    .map((waypoint) => ({ ...waypoint, at: findNearestPoint(line, waypoint) }))
    .toSorted((one, other) => one.at - other.at)
