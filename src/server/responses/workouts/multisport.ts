import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import type { DialectFormat } from '@/server/responses/dialect'
import {
  count,
  flag,
  nullable,
  numericId,
  shortId,
  text,
  timestamp,
} from '@/server/responses/fields'
import { metrics } from '@/server/responses/metrics'
import type { ListedWorkout } from '@/store/db/queries/workouts/workouts'

const leg = Type.Object({
  distance: metrics.properties.distance,
  duration: metrics.properties.duration,
  id: shortId('The workout.'),
  is_transition: flag('Whether it is the change between two sports.'),
  leg: nullable(count('Number of the leg in the file, from 1.')),
  moving: metrics.properties.moving,
  sport_id: numericId('The sport.'),
  title: nullable(text('Title.')),
  workout_date: timestamp('When the leg began.'),
})

/** The event of which a workout is a leg. */
export const multisport = Type.Object(
  {
    event_id: text('The same for all legs of the event.'),
    is_transition: flag('Whether this workout is the change between two sports.'),
    leg: nullable(count('Number of this leg in the file, from 1.')),
    legs: Type.Optional(
      Type.Array(leg, {
        description: 'The legs that the caller may see, in order; only in the detail response.',
      }),
    ),
  },
  { description: 'Only for workouts that are legs of a multisport event.' },
)
type Multisport = Static<typeof multisport>

/** Returns the key `multisport` of a workout; nothing without an event. */
export function presentMultisport(
  { event_id, leg, is_transition }: Pick<ListedWorkout, 'event_id' | 'leg' | 'is_transition'>,
  legs?: Multisport['legs'],
): { multisport?: Multisport } {
  if (event_id === null) return {}
  return {
    multisport: { event_id, is_transition: is_transition === 1, leg, ...(legs && { legs }) },
  }
}

export const presentLeg = (workout: ListedWorkout, dialect: DialectFormat): Static<typeof leg> => ({
  distance: workout.distance,
  duration: dialect.duration(workout.duration),
  id: workout.short_id,
  is_transition: workout.is_transition === 1,
  leg: workout.leg,
  moving: dialect.duration(workout.moving),
  sport_id: workout.sport_id,
  title: workout.title,
  workout_date: formatHttpDate(workout.workout_date),
})
