import { type Static, Type } from '@sinclair/typebox'
import type { FrequentRoute, OnRoute } from '@/db/queries/routes'
import { roundHalfAway } from '@/lib/decimal'
import { httpDate } from '@/lib/http-date'
import { count, nullable, number, numericId, oneOf, shortId, text } from './scalars'
import { workoutSummary } from './workout-summary'

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
    direction: oneOf(
      ['same', 'opposite'],
      'Which way round, beside the workout that was asked for.',
    ),
  },
  { $id: 'SameRouteWorkout', description: 'A workout of a route.' },
)

export const sameRoute = Type.Object({
  length: number(`${LENGTH} Others than the owner are told that of the workout.`),
})

export const presentOnRoute = (
  row: OnRoute,
  { heartRate }: { heartRate: boolean },
): Static<typeof sameRouteWorkout> => ({
  id: row.short_id,
  title: row.title,
  sport_id: row.sport_id,
  workout_date: httpDate(row.workout_date),
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
    workout_count: count('How often it was gone, in all sports and both directions.'),
    latest: Type.Object({
      id: shortId('Its latest workout.'),
      sport_id: numericId('The sport of that workout.'),
      workout_date: summary.workout_date,
    }),
  },
  { $id: 'Route', description: 'A way that was gone more than once.' },
)

export const presentFrequentRoute = (route: FrequentRoute): Static<typeof frequentRoute> => ({
  name: route.name,
  length: presentLength(route.length),
  workout_count: route.workout_count,
  latest: {
    id: route.short_id,
    sport_id: route.sport_id,
    workout_date: httpDate(route.workout_date),
  },
})

export const presentLength = (metres: number) => roundHalfAway(metres / 1000, 2)
