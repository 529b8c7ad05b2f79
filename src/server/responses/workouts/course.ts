import { type Static, Type } from '@sinclair/typebox'
import { roundHalfAway } from '@/lib/text/decimal'
import { formatHttpDate } from '@/lib/time/http-date'
import { count, nullable, number, numericId, oneOf, shortId, text } from '@/server/responses/fields'
import type {
  CourseRank,
  CourseVisit,
  FrequentRoute,
  OnRoute,
} from '@/store/db/queries/workouts/courses'
import { thumbnail, workoutSummary } from './workout-summary'

const summary = workoutSummary.properties
const LENGTH = 'Kilometres of its line; a workout may differ by a tenth.'

export const sameRouteWorkout = Type.Object(
  {
    ...{ id: summary.id, title: summary.title, sport_id: summary.sport_id },
    workout_date: summary.workout_date,
    distance: nullable(number('Kilometres.')),
    duration: number('Seconds, pauses included.'),
    moving: number('Without pauses, in seconds.'),
    ave_speed: summary.ave_speed,
    ave_hr: summary.ave_hr,
    direction: oneOf(['same', 'opposite'], 'Direction compared with the requested workout.'),
  },
  { $id: 'SameCourseWorkout', description: 'A workout on a course.' },
)

export const sameRoute = Type.Object({
  length: number(`${LENGTH} Other users get the length of the workout.`),
})

export const courseRank = Type.Object(
  {
    place: count('1 for the highest average speed.'),
    count: count('Number of workouts of the same sport in the same direction.'),
  },
  { description: 'The place of the requested workout on its course. Only for its owner.' },
)

export const courseVisit = Type.Object(
  { id: summary.id, workout_date: summary.workout_date },
  {
    description:
      'The latest workout of the same sport on the course before the requested one, in either direction. Only for its owner.',
  },
)

/** Presents a course; `length` is undefined for a workout without one, and the other fields are for its owner. */
export const presentCourse = ({
  length,
  rank,
  previous,
}: {
  length: number | undefined
  rank?: CourseRank | undefined
  previous?: CourseVisit | undefined
}) => ({
  route: length === undefined ? null : { length: presentLength(length) },
  ...(rank && { rank }),
  ...(previous && {
    previous: { id: previous.short_id, workout_date: formatHttpDate(previous.workout_date) },
  }),
})

export const presentOnRoute = (
  row: OnRoute,
  { heartRate }: { heartRate: boolean },
): Static<typeof sameRouteWorkout> => ({
  id: row.short_id,
  title: row.title,
  sport_id: row.sport_id,
  workout_date: formatHttpDate(row.workout_date),
  distance: row.distance,
  duration: row.duration,
  moving: row.moving,
  ave_speed: row.ave_speed,
  ave_hr: heartRate ? row.ave_hr : null,
  direction: row.is_opposite ? 'opposite' : 'same',
})

export const frequentRoute = Type.Object(
  {
    name: nullable(text('The most common title of its latest workouts.')),
    length: number(LENGTH),
    workout_count: count('Number of workouts, in all sports and both directions.'),
    latest: Type.Object({
      id: shortId('Its latest workout.'),
      sport_id: numericId('The sport of that workout.'),
      workout_date: summary.workout_date,
      distance: nullable(number('Kilometres.')),
    }),
    thumbnail: Type.Optional(thumbnail),
  },
  { $id: 'Course', description: 'A course that was followed more than once.' },
)

export const presentFrequentRoute = (route: FrequentRoute): Static<typeof frequentRoute> => ({
  name: route.name,
  length: presentLength(route.length),
  workout_count: route.workout_count,
  latest: {
    id: route.short_id,
    sport_id: route.sport_id,
    workout_date: formatHttpDate(route.workout_date),
    distance: route.distance,
  },
  ...(route.thumbnail !== null && { thumbnail: { kind: 'route', path: route.thumbnail } }),
})

const presentLength = (metres: number) => roundHalfAway(metres / 1000, 2)
