import { type TSchema, Type } from '@sinclair/typebox'
import type { DialectFormat } from '@/server/responses/dialect'
import { alwaysNull } from '@/server/responses/fields'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import type { Workout } from './workout'
import type { WorkoutListView } from './workout-summary'

const { id, sport_id, user, workout_date, workout_visibility } = listedWorkout.properties
const none = Type.Array(Type.Unknown(), { maxItems: 0 })
const never = Type.Literal(false)
const absent = (key: string) => {
  const properties: Record<string, TSchema> = listedWorkout.properties
  return alwaysNull(properties[key] ?? Type.Null(), 'Always null.')
}

/** NOTE its type is that of other workouts: clients check `suspended` first. */
export const suspendedWorkout = Type.Unsafe<Workout>(
  Type.Object(
    {
      ...Object.fromEntries((listedWorkout.required ?? []).map((key) => [key, absent(key)])),
      id,
      sport_id,
      user,
      workout_date,
      workout_visibility,
      bounds: none,
      equipments: none,
      media_attachments: none,
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
        'For users who have commented on a suspended workout: says only that it is suspended. All other values are null or empty, even those that are never null in other responses.',
    },
  ),
)

const LISTS = ['bounds', 'equipments', 'media_attachments', 'records', 'segments']

/** A workout object that only says that the workout is suspended. */
export function presentSuspendedWorkout(view: WorkoutListView, dialect: DialectFormat): Workout {
  const listed = presentWorkoutInList({ ...view, thumbnail: undefined }, dialect)
  const { id, sport_id, user, workout_date, workout_visibility } = listed
  const nothing = Object.keys(listed).map((key) => [key, LISTS.includes(key) ? [] : null])
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
