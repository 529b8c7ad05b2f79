import { type Static, Type } from '@sinclair/typebox'
import { MEASUREMENTS } from '@/domain/reference/measurements'
import { type DialectFormat, elevationSource } from '@/server/responses/dialect'
import { count, flag, keyed, nullable, oneOf, text, visibility } from '@/server/responses/fields'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { ModerationCounts } from '@/store/db/queries/social/reports'
import {
  DATE_FORMATS,
  fromJson,
  fromSqlBool,
  SEGMENTS_CREATION_EVENTS,
} from '@/store/db/schema/columns'
import { moderationCounts, presentCounts, presentUser, type UserView, user } from './user'

const preferences = Type.Object({
  analysis_visibility: visibility('Who can see the charts of new workouts.'),
  calories_visibility: visibility('Who can see the calories of all the user’s workouts.'),
  date_format: oneOf(DATE_FORMATS, 'Date format; `date_string`: the default of the language.'),
  display_ascent: flag('Whether ascents are shown in records and totals.'),
  hide_profile_in_users_directory: flag(
    'Whether the account is hidden from the directory of users.',
  ),
  hr_visibility: visibility('Who can see the heart rates of all the user’s workouts.'),
  imperial_units: flag(
    'Miles and feet instead of kilometres and metres; responses are always metric.',
  ),
  language: text('Code of the language.'),
  manually_approves_followers: flag('Whether follow requests require approval.'),
  measurements: nullable(
    oneOf(
      MEASUREMENTS,
      'Whose numbers recordings get: those of the device, or as FitTrackee computes them. Null: the setting of the server.',
    ),
  ),
  media_visibility: visibility('Who can see the photos of new workouts.'),
  messages_preferences: keyed(Type.Boolean(), 'Whether each message is shown, by name.'),
  missing_elevations_processing: elevationSource('Source of missing elevations.'),
  notification_preferences: keyed(Type.Boolean(), 'Whether each type of notification is enabled.'),
  place_titles: flag(
    'Whether new recordings without a title get one that names places, such as “Morning ride to Emmendingen”.',
  ),
  segments_creation_event: oneOf(
    SEGMENTS_CREATION_EVENTS,
    'Which stop events of a FIT recording start a new segment.',
  ),
  split_workout_charts: flag('Whether each measurement has a separate chart.'),
  start_elevation_at_zero: flag('Whether the axis of elevations starts at 0.'),
  timezone: text('IANA name of the time zone in which dates in requests are interpreted.'),
  use_dark_mode: nullable(flag('Null: the browser’s preference.')),
  use_raw_gpx_speed: flag(
    'Whether maximum speeds are computed without smoothing; only where recordings are measured as FitTrackee does.',
  ),
  weekm: flag('Whether weeks start on Monday.'),
})

/** The caller's own account. */
export interface ProfileView extends UserView {
  counts: ModerationCounts
  acceptedPolicy: boolean | null
  missingElevations: UserRow['missing_elevations_processing']
  /** Workouts that start at the same place, which others can see; 0 if there is no such place. */
  unhiddenStarts: number
}

export const profile = Type.Object(
  {
    ...user.properties,
    ...preferences.properties,
    ...moderationCounts.properties,
    accepted_privacy_policy: nullable(
      flag(
        'Whether the privacy policy in force was accepted; null: the user has never accepted one.',
      ),
    ),
    email_to_confirm: nullable(text('New address that waits for confirmation.')),
    unhidden_starts: Type.Optional(
      count(
        'How many of the latest workouts start at the same place: a reason to suggest a privacy zone. Absent if maps of new workouts are private, if the user hides places already, or for fewer than three workouts.',
      ),
    ),
  },
  { $id: 'Profile', description: "The caller's own account with its preferences." },
)
export type Profile = Static<typeof profile>

export const presentProfile = (view: ProfileView, dialect: DialectFormat): Profile => ({
  ...presentUser(view, dialect),
  ...presentPreferences(view, dialect),
  ...(view.seen.permissions.counts
    ? presentCounts(view.counts)
    : { sanctions_count: view.counts.sanctions }),
  accepted_privacy_policy: view.acceptedPolicy,
  email_to_confirm: view.user.email_to_confirm,
  ...(view.unhiddenStarts > 0 && { unhidden_starts: view.unhiddenStarts }),
})

const presentPreferences = (
  { user, missingElevations }: ProfileView,
  dialect: DialectFormat,
): Static<typeof preferences> => ({
  analysis_visibility: user.analysis_visibility,
  calories_visibility: user.calories_visibility,
  date_format: user.date_format,
  display_ascent: fromSqlBool(user.display_ascent),
  hide_profile_in_users_directory: fromSqlBool(user.hide_profile_in_users_directory),
  hr_visibility: user.hr_visibility,
  imperial_units: fromSqlBool(user.imperial_units),
  language: user.language,
  manually_approves_followers: fromSqlBool(user.manually_approves_followers),
  measurements: user.measurements,
  media_visibility: user.media_visibility,
  messages_preferences: fromJson(user.messages_preferences),
  missing_elevations_processing: dialect.elevationSource(missingElevations),
  notification_preferences: fromJson(user.notification_preferences),
  place_titles: fromSqlBool(user.place_titles),
  segments_creation_event: user.segments_creation_event,
  split_workout_charts: fromSqlBool(user.split_workout_charts),
  start_elevation_at_zero: fromSqlBool(user.start_elevation_at_zero),
  timezone: user.timezone,
  use_dark_mode: user.use_dark_mode === null ? null : fromSqlBool(user.use_dark_mode),
  use_raw_gpx_speed: fromSqlBool(user.use_raw_gpx_speed),
  weekm: fromSqlBool(user.weekm),
})
