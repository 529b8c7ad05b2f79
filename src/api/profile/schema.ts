import { t } from 'elysia'
import { DATE_FORMATS, SEGMENTS_CREATION_EVENTS, VISIBILITIES } from '@/db/columns'
import { describedLike, judgedLater } from '@/http/accepted'
import { EMPTY, messageAnswer, okAnswer } from '@/http/envelope'
import { file, operations } from '@/http/operation'
import { optionalWord } from '@/http/words'
import { profile } from '@/present/profile'
import { text } from '@/present/scalars'

const textOrNothing = t.Union([t.String(), t.Null()])

/** All five must be there. */
export const personChanges = describedLike(
  profile,
  t.Object({
    first_name: textOrNothing,
    last_name: textOrNothing,
    location: textOrNothing,
    bio: textOrNothing,
    birth_date: t.Union([t.String(), t.Null()], { description: '`YYYY-MM-DD`.' }),
  }),
)

/** Values of any type pass: what is missing has a message of its own, in the order of the contract. */
export const accountChanges = t.Object(
  {
    email: t.Optional(judgedLater(text('The address, a new one or as it is; needed.'))),
    password: t.Optional(judgedLater(text('The current password; needed.'))),
    new_password: t.Optional(judgedLater(text('At least 8 characters, not too common; optional.'))),
    revoke_apps: t.Optional(
      t.Boolean({
        description: "`true` also ends what apps and tokens may do in the caller's name.",
      }),
    ),
  },
  { minProperties: 1, additionalProperties: true },
)

const level = optionalWord(VISIBILITIES)
const flag = t.Optional(t.Boolean())

export const preferenceChanges = describedLike(
  profile,
  t.Object({
    analysis_visibility: level,
    calories_visibility: level,
    date_format: optionalWord(DATE_FORMATS),
    display_ascent: flag,
    hide_profile_in_users_directory: flag,
    hr_visibility: level,
    imperial_units: flag,
    language: t.Optional(textOrNothing),
    manually_approves_followers: flag,
    map_visibility: level,
    missing_elevations_processing: t.Optional(t.String()),
    segments_creation_event: optionalWord(SEGMENTS_CREATION_EVENTS),
    split_workout_charts: flag,
    start_elevation_at_zero: flag,
    timezone: t.Optional(t.String()),
    use_dark_mode: t.Optional(t.Union([t.Boolean(), t.Null()])),
    use_raw_gpx_speed: flag,
    weekm: flag,
    workouts_visibility: level,
  }),
)

/** Switches by name; the use case knows which names there are. */
export const flagChanges = t.Record(t.String(), t.Boolean(), {
  description: 'Switches by name, true or false.',
})

const profileAnswer = okAnswer({ data: profile })
const editedProfile = okAnswer({ data: profile, message: t.String() })
/** What the API document tells of the routes. */
export const docs = operations({
  getProfile: {
    summary: 'Read the own account with its preferences',
    answers: { 200: profileAnswer },
  },
  editPerson: {
    summary: 'Change name, birth date, place and bio',
    description:
      'All five must be there; null or an empty text clears one. Names and location have up to 80 characters, the bio up to 200.',
    answers: { 200: editedProfile },
    refusals: { 400: 'One is missing, too long, or no date.' },
  },
  editOwnAccount: {
    summary: 'Change mail address or password',
    description:
      'Needs the current password, and the address even when it stays. A new address counts once the link mailed to it is followed; a new password ends the other sessions.',
    answers: { 200: editedProfile },
    refusals: {
      400: 'Something is missing, or the new address or password cannot be used.',
      401: 'The current password is wrong; or the token is not good.',
    },
  },
  editPreferences: {
    summary: 'Change preferences',
    description:
      'Changes those that are given. The map is never more visible than the charts, nor the charts than the workouts: what contradicts that is narrowed.',
    answers: { 200: editedProfile },
    refusals: { 400: 'Nothing is given, or a value is none of those that are possible.' },
  },
  editNotificationSwitches: {
    summary: 'Choose which notifications come',
    description:
      'All switches must be there: `comment_like`, `follow`, `follow_request`, `follow_request_approved`, `mention`, `workout_comment`, `workout_like`; for administrators also `account_creation`.',
    answers: { 200: profileAnswer },
    refusals: { 400: 'A switch is missing or unknown.' },
  },
  editMessageSwitches: {
    summary: 'Choose which hints of the web UI are shown',
    description: 'The only one is `warning_about_large_number_of_workouts_on_map`.',
    answers: { 200: profileAnswer },
    refusals: { 400: 'The switch is missing, or there are others.' },
  },
  replacePicture: {
    summary: 'Upload a picture',
    description:
      'A JPEG, PNG or GIF. It is kept as a JPEG without metadata and replaces the one before; `max_single_file_size` of the configuration is its limit.',
    form: {
      form: t.Object({ file: file('The picture; its name decides what it must be.') }),
      mediaTypes: ['multipart/form-data'],
    },
    answers: { 200: messageAnswer },
    refusals: {
      400: 'There is no file, or it is no picture of the kind its name says, or has more than 25 megapixels.',
      429: 'Ten pictures were sent in ten minutes.',
    },
  },
  deletePicture: {
    summary: 'Remove the picture',
    description: 'No error when there is none.',
    answers: { 204: EMPTY },
  },
})
