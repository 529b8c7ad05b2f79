import { t } from 'elysia'
import { MEASUREMENTS } from '@/domain/reference/measurements'
import { describedLike, validatedLater } from '@/server/http/documented-input'
import { file, operations } from '@/server/http/operation'
import { optionalWord, wordOrNull } from '@/server/http/parameters/optional-word'
import { EMPTY, messageResponse, okResponse } from '@/server/http/responses/envelope'
import { CODE, LOGIN_TOO_OLD } from '@/server/responses/accounts/identity'
import { profile } from '@/server/responses/accounts/profile'
import { text } from '@/server/responses/fields'
import { DATE_FORMATS, SEGMENTS_CREATION_EVENTS, VISIBILITIES } from '@/store/db/schema/columns'

const textOrNothing = t.Union([t.String(), t.Null()])

/** All five are required. */
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

/** Accepts values of any type: missing values have their own messages, in the order of the contract. */
export const accountChanges = t.Object(
  {
    email: t.Optional(validatedLater(text('The new or unchanged email address; required.'))),
    password: t.Optional(
      validatedLater(text('The current password; required if the account has one.')),
    ),
    new_password: t.Optional(
      validatedLater(text('At least 8 characters, not too common; optional.')),
    ),
    code: t.Optional(validatedLater(text(CODE))),
    revoke_apps: t.Optional(
      t.Boolean({
        description: '`true` also revokes the access of all apps and personal tokens.',
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
    media_visibility: level,
    measurements: wordOrNull(MEASUREMENTS),
    missing_elevations_processing: t.Optional(t.String()),
    place_titles: flag,
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

/** Switches by name. The use case checks the names. */
export const flagChanges = t.Record(t.String(), t.Boolean(), {
  $id: 'SwitchesBody',
  description: 'Switches by name, true or false.',
})

const profileResponse = okResponse({ data: profile }, 'ProfileResult')
const editedProfile = okResponse({ data: profile, message: t.String() }, 'EditedProfileResult')
/** Entries of the routes in the API document. */
export const docs = operations({
  getProfile: {
    summary: "Get the caller's account with its preferences",
    responses: { 200: profileResponse },
  },
  editPerson: {
    summary: 'Change name, birth date, place and bio',
    description:
      'All five are required; null or an empty string clears one. Names and location have up to 80 characters, the bio up to 200.',
    responses: { 200: editedProfile },
    errors: { 400: 'A value is missing, too long, or not a date.' },
  },
  editOwnAccount: {
    summary: 'Change email address or password',
    description:
      'Requires the current password, with two-factor login a code, and the email address even if it does not change. A new address is used after the user has followed the link emailed to it; a new password ends the other sessions.',
    responses: { 200: editedProfile },
    errors: {
      400: 'A value is missing, or the new email address or password is invalid.',
      401: 'The current password or the code is wrong, the code is missing, or the token is invalid.',
      403: LOGIN_TOO_OLD,
    },
  },
  editPreferences: {
    summary: 'Change preferences',
    description:
      'Changes the given preferences. The map is never more visible than the charts, and the charts never more than the workouts: contradicting values are narrowed.',
    responses: { 200: editedProfile },
    errors: { 400: 'The body is empty, or a value is unknown.' },
  },
  editNotificationSwitches: {
    summary: 'Choose the notifications to receive',
    description:
      'Required switches: `comment_like`, `follow`, `follow_request`, `follow_request_approved`, `mention`, `workout_comment`, `workout_like`; for administrators also `account_creation`. Optional ones: `segment_best` (the caller’s new best time on a segment), `segment_lead_lost` (another user beats the caller on a segment that the caller led), `new_device` (emails about logins from an unknown device), and `moderation_mails` (emails to moderators about new reports and appeals).',
    responses: { 200: profileResponse },
    errors: { 400: 'A switch is missing or unknown.' },
  },
  editMessageSwitches: {
    summary: 'Choose the hints that the web UI shows',
    description: 'The only one is `warning_about_large_number_of_workouts_on_map`.',
    responses: { 200: profileResponse },
    errors: { 400: 'The switch is missing, or there are unknown ones.' },
  },
  replacePicture: {
    summary: 'Upload a picture',
    description:
      'A JPEG, PNG or GIF. It is stored as a JPEG without metadata and replaces the previous one; the limit is `max_single_file_size` of the configuration.',
    form: {
      form: t.Object({
        file: file('The picture; the extension of its name determines its format.'),
      }),
      mediaTypes: ['multipart/form-data'],
    },
    responses: { 200: messageResponse },
    errors: {
      400: 'There is no file, its content does not match its extension, or it has more than 25 megapixels.',
      429: 'Ten pictures were sent in ten minutes.',
    },
  },
  deletePicture: {
    summary: 'Delete the picture',
    description: 'Succeeds even if there is no picture.',
    responses: { 204: EMPTY },
  },
})
