import { getSchemaValidator, t } from 'elysia'
import { VISIBILITIES } from '@/db/columns'
import type { WorkoutChanges } from '@/use-cases/workouts/edited-columns'

export const workoutParams = t.Object({ workout_short_id: t.String() })

/** A body that is read, and judged in the order of the contract: after the workout was found. */
export const anyBody = t.Unknown()

const given = t.Optional(t.String())
/** No column holds a longer one; and patterns must not grow beyond what SQLite takes. */
const searched = t.Optional(t.String({ maxLength: 10_000 }))

/** Filters of a user's own workouts; all texts, so that each can be refused with its own words. */
const filters = {
  page: given,
  /** 5 by default, 100 at most. */
  per_page: given,
  sport_id: given,
  /** Contained in the title, regardless of case. */
  title: searched,
  notes: searched,
  description: searched,
  /** First day, `YYYY-MM-DD`. */
  from: given,
  /** Last day. */
  to: given,
  /** Kilometres. */
  distance_from: given,
  distance_to: given,
  /** Time in motion, `HH:MM`. */
  duration_from: given,
  duration_to: given,
  /** km/h. */
  ave_speed_from: given,
  ave_speed_to: given,
  max_speed_from: given,
  max_speed_to: given,
  /** `M:SS` per kilometre. */
  ave_pace_from: given,
  ave_pace_to: given,
  max_pace_from: given,
  max_pace_to: given,
  /** `asc`, or anything else for descending. */
  order: given,
  /** `workout_date` (default), `distance`, `duration`, `ave_speed`, `max_speed`, `ave_pace`, `best_pace`. */
  order_by: given,
  /** Short identifier, or `none`. */
  equipment_id: given,
  workout_visibility: given,
  /** `latitude,longitude`. */
  coordinates: given,
  /** Kilometres around `coordinates`, 10 by default. */
  radius: given,
}

export const workoutFilterQuery = t.Object(filters)

export const workoutListQuery = t.Object({
  ...filters,
  /** `true` fills `equipments`. */
  return_equipments: given,
  /** `true` adds `statistics`. */
  with_statistics: given,
})

export const globalMapQuery = t.Object({
  from: given,
  to: given,
  /** Numbers separated by commas. */
  sport_ids: given,
})

const text = t.Optional(t.Union([t.Null(), t.String()]))
const visibility = t.Optional(t.Union([t.Null(), ...VISIBILITIES.map((level) => t.Literal(level))]))

/** A workout without recording. Values whose refusal has a text of its own are judged by the service. */
export const manualEntry = t.Object(
  {
    sport_id: t.Optional(t.Unknown()),
    /** `YYYY-MM-DD HH:MM` in the user's time zone. */
    workout_date: t.Optional(t.Unknown()),
    /** Seconds. */
    duration: t.Optional(t.Unknown()),
    /** Kilometres. */
    distance: t.Optional(t.Unknown()),
    /** Metres; given together with `descent` or not at all. */
    ascent: t.Optional(t.Unknown()),
    descent: t.Optional(t.Unknown()),
    calories: t.Optional(t.Unknown()),
    title: text,
    description: text,
    notes: text,
    /** Short identifiers; absent: the user's defaults for the sport. */
    equipment_ids: t.Optional(t.Unknown()),
    workout_visibility: visibility,
  },
  { additionalProperties: t.Never() },
)

const level = t.Optional(t.Union(VISIBILITIES.map((one) => t.Literal(one))))

/** Changes of a workout; those that do not fit its kind are refused by the service. */
const workoutChanges = t.Object(
  {
    sport_id: t.Optional(t.Union([t.Number(), t.String()])),
    title: text,
    description: text,
    notes: text,
    equipment_ids: t.Optional(t.Unknown()),
    workout_visibility: level,
    /** With a recording only. */
    analysis_visibility: visibility,
    map_visibility: visibility,
    elevation_data_source: t.Optional(t.Unknown()),
    /** Without a recording only. */
    ascent: t.Optional(t.Unknown()),
    descent: t.Optional(t.Unknown()),
    distance: t.Optional(t.Unknown()),
    duration: t.Optional(t.Unknown()),
    workout_date: t.Optional(t.Unknown()),
    calories: t.Optional(t.Unknown()),
  },
  { minProperties: 1, additionalProperties: true },
)

const changesValidator = getSchemaValidator(workoutChanges)

/**
 * The changes in a body; undefined when it is empty or has values of wrong types. Bodies are read that late because a
 * workout that may not be seen or changed is an earlier reason to refuse.
 */
export const readWorkoutChanges = (body: unknown): WorkoutChanges | undefined =>
  changesValidator.Check(body) ? (body as WorkoutChanges) : undefined
