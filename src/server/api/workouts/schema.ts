import type { TSchema } from '@sinclair/typebox'
import { getSchemaValidator, t } from 'elysia'
import { MAX_PHOTOS } from '@/domain/reference/photo-limits'
import { describedLike, validatedLater } from '@/server/http/documented-input'
import { KEY_ERRORS } from '@/server/http/idempotency'
import { laterKeys } from '@/server/http/ignored-keys'
import { operations } from '@/server/http/operation'
import { optionalWord, wordOrNull } from '@/server/http/parameters/optional-word'
import { NO_FILE, NO_WORKOUT, NOT_OWN } from '@/server/http/parameters/path-params'
import { flagParam } from '@/server/http/parameters/query-params'
import { workoutResponse } from '@/server/http/responses/common-responses'
import { createdResponse, EMPTY, okResponse } from '@/server/http/responses/envelope'
import { elevationSource } from '@/server/responses/dialect'
import { suspendedWorkout } from '@/server/responses/workouts/suspended-workout'
import { workout } from '@/server/responses/workouts/workout'
import { VISIBILITIES } from '@/store/db/schema/columns'
import type { WorkoutChanges } from '@/use-cases/workouts/write/edited-columns'

/** Options for deleting a workout. */
export const deletionQuery = t.Object({
  event: flagParam('Whether to delete the other legs of its multisport event, too.'),
})

const text = t.Optional(t.Union([t.Null(), t.String()]))
const visibility = wordOrNull(VISIBILITIES)
const validated = (accepted: TSchema) => t.Optional(validatedLater(accepted))
const metres = (description: string) => validated(t.Union([t.Number(), t.Null()], { description }))

/** The use case validates the values that have their own error messages. */
const manualNumbers = {
  workout_date: validated(
    t.String({ description: '`YYYY-MM-DD HH:MM` in the time zone of the account.' }),
  ),
  duration: validated(t.Number({ description: 'Duration in seconds, all in motion.' })),
  distance: validated(
    t.Number({ description: 'Kilometres; may be missing or 0 for sports without distance.' }),
  ),
  ascent: metres('Metres; together with `descent`, or not at all.'),
  descent: metres('Metres; together with `ascent`, or not at all.'),
  calories: validated(
    t.Union([t.Number(), t.Null()], { description: 'kcal; 0 is stored as none.' }),
  ),
}
const equipment_ids = validated(
  t.Array(t.String(), { description: "Short ids of the caller's equipment; `[]` for none." }),
)

const media_attachment_ids = validated(
  t.Union([t.Array(t.String()), t.Null()], {
    description: `Ids of the caller’s photos, in order, at most ${MAX_PHOTOS}; those that are not attached to another workout. \`null\`: as if it was omitted.`,
  }),
)

/** A workout without a recording. Other keys are rejected. */
export const manualEntry = describedLike(
  workout,
  t.Object(
    {
      ...manualNumbers,
      sport_id: validated(t.Integer()),
      title: text,
      description: text,
      notes: text,
      equipment_ids,
      media_attachment_ids,
      media_visibility: visibility,
      workout_visibility: visibility,
      ...laterKeys,
    },
    { additionalProperties: t.Never() },
  ),
)

/** Changes to a workout. The use case rejects those that do not apply to its kind. */
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
      media_attachment_ids,
      media_visibility: visibility,
      elevation_data_source: validated(
        elevationSource('Source of the elevations; only with a recording.'),
      ),
      excluded_from_records: t.Optional(
        t.Boolean({
          description: 'Whether it is excluded from records, best efforts and rankings.',
        }),
      ),
    },
    { minProperties: 1, additionalProperties: true },
  ),
)

/** The body is validated after the workout was found, in the order of the contract. */
export const workoutEdit = validatedLater(workoutChanges)

const changesValidator = getSchemaValidator(workoutChanges)

/**
 * The changes in a body; undefined when it is empty or has values of wrong types. It is read late because a missing
 * workout or permission takes precedence over an invalid body.
 */
export const readWorkoutChanges = (body: unknown): WorkoutChanges | undefined =>
  changesValidator.Check(body) ? (body as WorkoutChanges) : undefined

/** Entries of the routes in the API document. */
export const docs = operations({
  enterWorkout: {
    summary: 'Create a workout without a recording',
    description:
      'Sport, date and duration are required, and distance unless the sport is one without.',
    responses: { 201: createdResponse({ data: t.Object({ workouts: t.Array(workout) }) }) },
    errors: {
      ...KEY_ERRORS,
      400: 'The sport, date, a number or equipment is missing or invalid, or there are unknown keys.',
    },
  },
  getWorkout: {
    summary: 'Get a workout',
    description:
      'For a suspended workout, users who have commented on it learn only that it is suspended.',
    responses: {
      200: okResponse({
        data: t.Object({ workouts: t.Array(t.Union([workout, suspendedWorkout])) }),
      }),
    },
    errors: { 404: NO_WORKOUT },
  },
  editWorkout: {
    summary: "Change one of the caller's workouts",
    description:
      'Changes the given values. Changing the sport or the elevation source analyses the recording again. The measurements of a recorded workout come from its recording and cannot be changed.',
    responses: { 200: workoutResponse },
    errors: {
      400: 'The body is empty, or a value is invalid or does not apply to this kind of workout.',
      403: NOT_OWN,
      404: NO_WORKOUT,
    },
  },
  refreshWorkout: {
    summary: "Analyse the recording of one of the caller's workouts again",
    description:
      'Uses the current preferences. Title, texts and date do not change; missing weather is requested.',
    responses: { 200: workoutResponse },
    errors: {
      400: 'There is no recording, or it can no longer be read.',
      403: NOT_OWN,
      404: NO_WORKOUT,
      500: NO_FILE,
    },
  },
  deleteWorkout: {
    summary: "Delete one of the caller's workouts",
    description:
      'Also deletes its recording, comments and likes. Records and equipment totals are updated. The other legs of a multisport event stay, unless `event` is true. This cannot be undone.',
    responses: { 204: EMPTY },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
})
