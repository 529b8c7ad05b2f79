import type { TSchema } from '@sinclair/typebox'
import { getSchemaValidator, t } from 'elysia'
import { VISIBILITIES } from '@/db/columns'
import { describedLike, judgedLater } from '@/http/accepted'
import { createdAnswer, EMPTY, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_WORKOUT, NOT_OWN } from '@/http/path-params'
import { optionalWord, wordOrNull } from '@/http/words'
import { elevationSource } from '@/present/dialect'
import { suspendedWorkout } from '@/present/suspended-workout'
import { workout } from '@/present/workout'
import type { WorkoutChanges } from '@/use-cases/workouts/edited-columns'

const text = t.Optional(t.Union([t.Null(), t.String()]))
const visibility = wordOrNull(VISIBILITIES)
const judged = (accepted: TSchema) => t.Optional(judgedLater(accepted))
const metres = (description: string) => judged(t.Union([t.Number(), t.Null()], { description }))

/** Values whose refusal has a text of its own are judged by the use case. */
const manualNumbers = {
  workout_date: judged(
    t.String({ description: '`YYYY-MM-DD HH:MM` in the time zone of the account.' }),
  ),
  duration: judged(t.Number({ description: 'Seconds, all of them in motion.' })),
  distance: judged(t.Number({ description: 'Kilometres of the workout.' })),
  ascent: metres('Metres; together with `descent`, or not at all.'),
  descent: metres('Metres; together with `ascent`, or not at all.'),
  calories: judged(t.Union([t.Number(), t.Null()], { description: 'kcal; 0 counts as none.' })),
}
const equipment_ids = judged(
  t.Array(t.String(), { description: 'Short ids of own equipment; `[]` for none.' }),
)

/** A workout without recording. */
export const manualEntry = describedLike(
  workout,
  t.Object(
    {
      ...manualNumbers,
      sport_id: judged(t.Integer()),
      title: text,
      description: text,
      notes: text,
      equipment_ids,
      workout_visibility: visibility,
    },
    { additionalProperties: t.Never() },
  ),
)

/** Changes of a workout; those that do not fit its kind are refused by the use case. */
const workoutChanges = describedLike(
  workout,
  t.Object(
    {
      ...manualNumbers,
      sport_id: t.Optional(t.Union([t.Number(), t.String()])),
      title: text,
      description: text,
      notes: text,
      equipment_ids,
      workout_visibility: optionalWord(VISIBILITIES),
      analysis_visibility: visibility,
      map_visibility: visibility,
      elevation_data_source: judged(
        elevationSource('Where elevations are to come from; only with a recording.'),
      ),
    },
    { minProperties: 1, additionalProperties: true },
  ),
)

/** A body that is read, and judged in the order of the contract: after the workout was found. */
export const workoutEdit = judgedLater(workoutChanges)

const changesValidator = getSchemaValidator(workoutChanges)

/**
 * The changes in a body; undefined when it is empty or has values of wrong types. Bodies are read that late because a
 * workout that may not be seen or changed is an earlier reason to refuse.
 */
export const readWorkoutChanges = (body: unknown): WorkoutChanges | undefined =>
  changesValidator.Check(body) ? (body as WorkoutChanges) : undefined

const one = okAnswer({ data: t.Object({ workouts: t.Array(workout) }) })
/** What the API document tells of the routes. */
export const docs = operations({
  enterWorkout: {
    summary: 'Enter a workout without recording',
    description: 'Sport, date, duration and distance are needed.',
    answers: { 201: createdAnswer({ data: t.Object({ workouts: t.Array(workout) }) }) },
    refusals: {
      400: 'Something is missing or cannot be: sport, date, number, equipment; or there are keys that do not belong here.',
    },
  },
  getWorkout: {
    summary: 'Read a workout',
    description:
      'Those who commented on a suspended workout learn that it is suspended, and nothing else.',
    answers: {
      200: okAnswer({
        data: t.Object({ workouts: t.Array(t.Union([workout, suspendedWorkout])) }),
      }),
    },
    refusals: { 404: NO_WORKOUT },
  },
  editWorkout: {
    summary: 'Change an own workout',
    description:
      'Changes what is given. Another sport or source of elevations measures the recording again. The numbers of a recorded workout come from its recording and cannot be given.',
    answers: { 200: one },
    refusals: {
      400: 'Nothing is given, or a value cannot be or does not belong to this kind of workout.',
      403: NOT_OWN,
      404: NO_WORKOUT,
    },
  },
  refreshWorkout: {
    summary: 'Measure the recording of an own workout again',
    description:
      'By the preferences of today. Title, texts and date stay; weather is asked for when it is missing.',
    answers: { 200: one },
    refusals: {
      400: 'There is no recording, or it can no longer be read.',
      403: NOT_OWN,
      404: NO_WORKOUT,
      500: 'The recording is not where it should be, or a service did not answer.',
    },
  },
  deleteWorkout: {
    summary: 'Delete an own workout',
    description:
      'With its recording, comments and likes. Records and totals of equipment follow. It cannot be undone.',
    answers: { 204: EMPTY },
    refusals: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
})
