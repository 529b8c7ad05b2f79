import { type Static, Type } from '@sinclair/typebox'
import { COURSE_TOLERANCE, type CourseComparison } from '@/domain/courses/compare-course'
import type { CourseLine } from '@/domain/courses/course-line'
import { lineString as toLineString } from '@/domain/tracks/geometry/geojson'
import type { SavedCourseRow } from '@/store/db/queries/courses/saved-courses'
import { flag, nullable, number } from './fields'
import { presentSavedCourse, rounded, savedCourse } from './saved-course'
import { lineString } from './workouts/workout-map'

export const plannedCourse = Type.Object(
  {
    course: savedCourse,
    is_suggested: flag(
      'Whether nobody has chosen it, but the workout follows the whole course in its direction.',
    ),
    geojson: lineString,
    comparison: Type.Object({
      tolerance: number('Metres from the workout up to which the course counts as followed.'),
      followed: number('Share of the length of the course that was followed, from 0 to 1.'),
      deviation: nullable(
        number(
          'Largest distance in metres between the workout and the course, from where the workout is first on the course to where it is last; exact to about ten metres. Null if it never is.',
        ),
      ),
    }),
  },
  { $id: 'PlannedCourse', description: 'The course that a workout was planned to follow.' },
)

/** Presents the course of a workout. */
export const presentPlannedCourse = (
  planned:
    | {
        course: SavedCourseRow
        line: CourseLine
        isSuggested: boolean
        comparison: CourseComparison
      }
    | undefined,
): Static<typeof plannedCourse> | null =>
  planned
    ? {
        course: presentSavedCourse(planned.course),
        is_suggested: planned.isSuggested,
        geojson: toLineString(planned.line),
        comparison: {
          tolerance: COURSE_TOLERANCE,
          followed: Math.round(planned.comparison.followed * 1000) / 1000,
          deviation: rounded(planned.comparison.deviation),
        },
      }
    : null
