import { mapLineOf } from '@/domain/tracks/geometry/map-line'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { drawRoute, findRange } from '@/domain/tracks/geometry/thumbnail'
import { sumWithHysteresis } from '@/domain/tracks/metrics/elevation-profile'
import { type CourseLine, runningLengths } from './course-line'

/** Measurements of a saved course, stored in addition to its points. */
export interface CourseMeasurements {
  /** Metres. */
  length: number
  /** Metres; null without elevations. */
  ascent: number | null
  descent: number | null
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
  /** A drawing, as SVG path data. */
  thumbnail: string
}

/** Measures a line. Ascent and descent are summed up with a hysteresis of 2 m, so that noise does not add up. */
export function measureCourse(line: CourseLine): CourseMeasurements {
  const known = line.ele.filter((metres) => !Number.isNaN(metres))
  const { up, down } = sumWithHysteresis(known)
  const [minLat, maxLat] = findRange([line.lat])
  const [minLon, maxLon] = findRange([line.lon])
  const drawn = mapLineOf(linePieces(line))
  return {
    length: runningLengths(line).at(-1) ?? 0,
    ascent: known.length > 0 ? (up.at(-1) ?? 0) : null,
    descent: known.length > 0 ? (down.at(-1) ?? 0) : null,
    ...{ minLat, minLon, maxLat, maxLon },
    thumbnail: drawn ? drawRoute(drawn).path : '',
  }
}
