import { type Static, Type } from '@sinclair/typebox'
import { type DialectFormat, timelineUser } from '@/server/responses/dialect'
import { alwaysNull } from '@/server/responses/fields'
import { segment } from './segment'
import { workout } from './workout'
import { presentWorkoutSummary, type WorkoutListView, workoutSummary } from './workout-summary'

const description = 'Only in the detail response.'
const omitted = (key: keyof typeof workout.properties) =>
  alwaysNull(workout.properties[key], description)

export const listedWorkout = Type.Object(
  {
    ...workoutSummary.properties,
    bounds: Type.Array(Type.Number(), { maxItems: 0, description }),
    creation_date: omitted('creation_date'),
    liked: Type.Literal(false, { description }),
    likes_count: Type.Literal(0, { description }),
    modification_date: omitted('modification_date'),
    next_workout: omitted('next_workout'),
    notes: Type.Literal('', { description }),
    pauses: omitted('pauses'),
    previous_workout: omitted('previous_workout'),
    segments: Type.Array(segment, { maxItems: 0, description }),
    weather_end: omitted('weather_end'),
    weather_start: omitted('weather_start'),
  },
  {
    $id: 'ListedWorkout',
    description: 'A workout in a list: values that are expensive to load are null or empty.',
  },
)
export type ListedWorkout = Static<typeof listedWorkout>

export const presentWorkoutInList = (
  view: WorkoutListView,
  dialect: DialectFormat,
): ListedWorkout => ({
  ...presentWorkoutSummary(view, dialect),
  bounds: [],
  creation_date: null,
  liked: false,
  likes_count: 0,
  modification_date: null,
  next_workout: null,
  notes: '',
  pauses: null,
  previous_workout: null,
  segments: [],
  weather_end: null,
  weather_start: null,
})

export const timelineWorkout = Type.Object(
  { ...listedWorkout.properties, user: timelineUser(workoutSummary.properties.user) },
  { $id: 'TimelineWorkout', description: 'A workout in a timeline.' },
)
export type TimelineWorkout = Static<typeof timelineWorkout>

export function presentWorkoutInTimeline(
  view: WorkoutListView,
  dialect: DialectFormat,
): TimelineWorkout {
  const workout = presentWorkoutInList(view, dialect)
  return { ...workout, user: dialect.timelineUser(workout.user) }
}
