import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import { isPlace } from '@/domain/tracks/reading-warnings'
import { TrackError } from '@/domain/tracks/track-error'
import type { Waypoint } from './course-file'
import type { CourseLine } from './course-line'

/** Maximum number of waypoints; further ones are skipped. */
const MAX_WAYPOINTS = 500
/** Maximum characters of the name of a waypoint; the rest is cut off. */
const MAX_NAME = 100

/** Collects the points and waypoints of a course. Invalid positions, and points that repeat the previous one, are skipped. */
export class CourseCollector {
  readonly #lat: number[] = []
  readonly #lon: number[] = []
  readonly #ele: number[] = []
  readonly waypoints: Waypoint[] = []

  /** Number of points. */
  get size(): number {
    return this.#lat.length
  }

  /** @throws TrackError tooManyPoints */
  add(lat: number, lon: number, ele: number): void {
    if (!isPlace(lat, lon)) return
    if (this.#lat.at(-1) === lat && this.#lon.at(-1) === lon) return
    if (this.#lat.length === MAX_POINTS) throw new TrackError('tooManyPoints')
    this.#lat.push(lat)
    this.#lon.push(lon)
    this.#ele.push(isElevation(ele) ? ele : Number.NaN)
  }

  addWaypoint({ name, ...waypoint }: Waypoint): void {
    if (!isPlace(waypoint.lat, waypoint.lon) || this.waypoints.length === MAX_WAYPOINTS) return
    this.waypoints.push({ ...waypoint, name: name.trim().slice(0, MAX_NAME) })
  }

  line(): CourseLine {
    return {
      lat: Float64Array.from(this.#lat),
      lon: Float64Array.from(this.#lon),
      ele: Float64Array.from(this.#ele),
    }
  }
}

/** Metres. Values outside of what FIT files can express are errors. */
const isElevation = (metres: number): boolean => metres >= -500 && metres <= 12_000
