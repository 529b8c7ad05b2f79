import { t } from 'elysia'
import { DATE_FORMATS, VISIBILITIES } from '@/db/columns'

const textOrNothing = t.Union([t.String(), t.Null()])

/** All five must be there. */
export const personChanges = t.Object({
  first_name: textOrNothing,
  last_name: textOrNothing,
  location: textOrNothing,
  bio: textOrNothing,
  /** `YYYY-MM-DD`. */
  birth_date: textOrNothing,
})

/** Values of any type pass: what is missing has a message of its own, in the order of the contract. */
export const accountChanges = t.Object(
  {
    email: t.Optional(t.Unknown()),
    /** The current password. */
    password: t.Optional(t.Unknown()),
    new_password: t.Optional(t.Unknown()),
    /** `true` also ends what apps may do in the caller's name. */
    revoke_apps: t.Optional(t.Boolean()),
  },
  { minProperties: 1, additionalProperties: true },
)

/** NOTE not `t.UnionEnum`: Elysia fills in its first word where none is given. */
const oneOf = <const Word extends string>(words: readonly Word[]) =>
  t.Optional(t.Unsafe<Word>(t.Union(words.map((word) => t.Literal(word)))))

const level = oneOf(VISIBILITIES)
const flag = t.Optional(t.Boolean())

export const preferenceChanges = t.Object({
  analysis_visibility: level,
  calories_visibility: level,
  date_format: oneOf(DATE_FORMATS),
  display_ascent: flag,
  hide_profile_in_users_directory: flag,
  hr_visibility: level,
  imperial_units: flag,
  /** English when it is not supported. */
  language: t.Optional(textOrNothing),
  manually_approves_followers: flag,
  map_visibility: level,
  /** By the names of either dialect. */
  missing_elevations_processing: t.Optional(t.String()),
  segments_creation_event: oneOf(['all', 'only_manual', 'none']),
  split_workout_charts: flag,
  start_elevation_at_zero: flag,
  timezone: t.Optional(t.String()),
  /** Null: as the browser prefers. */
  use_dark_mode: t.Optional(t.Union([t.Boolean(), t.Null()])),
  use_raw_gpx_speed: flag,
  weekm: flag,
  workouts_visibility: level,
})

/** Switches by name; the service knows which names there are. */
export const flagChanges = t.Record(t.String(), t.Boolean())
