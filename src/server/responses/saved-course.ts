import { type Static, Type } from '@sinclair/typebox'
import { decodeCourse } from '@/domain/courses/course-blob'
import { WAYPOINT_KINDS } from '@/domain/courses/course-file'
import { profileOf } from '@/domain/courses/course-profile'
import { lineString as toLineString } from '@/domain/tracks/geometry/geojson'
import { formatHttpDate } from '@/lib/time/http-date'
import type { CourseSummaryRow, SavedCourseRow } from '@/store/db/queries/courses/saved-courses'
import { fromJson } from '@/store/db/schema/columns'
import { count, nullable, number, numericId, oneOf, shortId, text, timestamp } from './fields'
import { lineString } from './workouts/workout-map'
import { bounds, presentBounds, thumbnail } from './workouts/workout-summary'

export const savedCourse = Type.Object(
  {
    id: shortId('The course.'),
    name: text('Name.'),
    description: text('Description; may be empty.'),
    sport_id: nullable(numericId('The sport; null: any.')),
    length: number('Metres.'),
    ascent: nullable(number('Metres upwards; null without elevations.')),
    descent: nullable(number('Metres downwards; null without elevations.')),
    point_count: count('Number of points of its line.'),
    waypoint_count: count('Number of waypoints.'),
    bounds,
    thumbnail: thumbnail.properties.path,
    created_at: timestamp('When it was saved.'),
  },
  { $id: 'SavedCourse', description: 'A line that a user has stored to follow.' },
)

const waypoint = Type.Object(
  {
    latitude: number('Degrees.'),
    longitude: number('Degrees.'),
    name: text('Name; may be empty.'),
    kind: oneOf(WAYPOINT_KINDS, 'What it is.'),
  },
  { $id: 'Waypoint', description: 'A place on or near a course, or an instruction at it.' },
)

const profilePoint = Type.Unsafe<[number, number]>(
  Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: 'Metres from the start, and metres above sea level.',
  }),
)

export const courseDetails = Type.Object(
  {
    course: savedCourse,
    geojson: lineString,
    profile: Type.Array(profilePoint, {
      description: 'The elevation at about 400 points; empty without elevations.',
    }),
    waypoints: Type.Array(waypoint),
  },
  { $id: 'SavedCourseDetails' },
)

/** Rounds metres to decimetres. */
export const rounded = (metres: number | null) =>
  metres === null ? null : Math.round(metres * 10) / 10

export const presentSavedCourse = (row: CourseSummaryRow): Static<typeof savedCourse> => ({
  ...{ id: row.short_id, name: row.name, description: row.description, sport_id: row.sport_id },
  length: Math.round(row.length * 10) / 10,
  ...{ ascent: rounded(row.ascent), descent: rounded(row.descent) },
  point_count: row.point_count,
  waypoint_count: fromJson(row.waypoints).length,
  bounds: presentBounds(row),
  thumbnail: row.thumbnail,
  created_at: formatHttpDate(row.created_at),
})

/** A course in the export of its owner's data. */
export function presentExportedCourse(row: SavedCourseRow, sportLabel: string | null) {
  const elevations = Array.from(decodeCourse(row.points).ele, (metres) =>
    Number.isNaN(metres) ? null : metres,
  )
  return {
    ...presentCourseDetails(row),
    /** Metres above sea level at each position of `geojson`; null if none is known. */
    elevations: elevations.some((metres) => metres !== null) ? elevations : null,
    sport_label: sportLabel,
  }
}

/** Presents a course with its line and waypoints. */
export function presentCourseDetails(row: SavedCourseRow): Static<typeof courseDetails> {
  const line = decodeCourse(row.points)
  return {
    course: presentSavedCourse(row),
    geojson: toLineString(line),
    profile: profileOf(line),
    waypoints: fromJson(row.waypoints).map(({ lat, lon, name, kind }) => ({
      ...{ latitude: lat, longitude: lon, name, kind },
    })),
  }
}
