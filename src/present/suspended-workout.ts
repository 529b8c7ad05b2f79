import { Type } from '@sinclair/typebox'
import type { Wire } from './dialect'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import type { Workout } from './workout'
import type { WorkoutListView } from './workout-summary'

const { id, sport_id, user, workout_date, workout_visibility } = listedWorkout.properties
const none = Type.Array(Type.Unknown(), { maxItems: 0 })
const never = Type.Literal(false)

/** NOTE its type is that of every workout: clients look at `suspended` first. */
export const suspendedWorkout = Type.Unsafe<Workout>(
  Type.Object(
    {
      ...Object.fromEntries((listedWorkout.required ?? []).map((key) => [key, Type.Null()])),
      id,
      sport_id,
      user,
      workout_date,
      workout_visibility,
      bounds: none,
      equipments: none,
      records: none,
      segments: none,
      suspended: Type.Literal(true),
      with_analysis: never,
      with_file: never,
      liked: never,
      likes_count: Type.Literal(0),
      notes: Type.Literal(''),
      title: Type.Literal(''),
    },
    {
      $id: 'SuspendedWorkout',
      description:
        'Tells those who commented on a workout that it is suspended, and nothing else: everything is null or empty, also what never is in other answers.',
    },
  ),
)

const LISTS = ['bounds', 'equipments', 'records', 'segments']

/** The Workout object that tells no more than that the workout is suspended. */
export function presentSuspendedWorkout(view: WorkoutListView, wire: Wire): Workout {
  const whole = presentWorkoutInList(view, wire)
  const { id, sport_id, user, workout_date, workout_visibility } = whole
  const nothing = Object.keys(whole).map((key) => [key, LISTS.includes(key) ? [] : null])
  return {
    ...Object.fromEntries(nothing),
    id,
    sport_id,
    user,
    workout_date,
    workout_visibility,
    suspended: true,
    title: '',
    with_analysis: false,
    with_file: false,
    notes: '',
    liked: false,
    likes_count: 0,
  }
}
