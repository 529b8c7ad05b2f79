import { type Static, Type } from '@sinclair/typebox'
import { DATE_FORMATS, fromJson, fromSqlBool, SEGMENTS_CREATION_EVENTS } from '@/db/columns'
import type { ModerationCounts } from '@/db/queries/reports'
import type { UserRow } from '@/db/queries/users'
import { elevationSource, type Wire } from './dialect'
import { flag, keyed, nullable, oneOf, text, visibility } from './scalars'
import { moderationCounts, presentCounts, presentUser, type UserView, user } from './user'

const preferences = Type.Object({
  analysis_visibility: visibility('Who sees the charts of new workouts.'),
  calories_visibility: visibility('Who sees the calories of all own workouts.'),
  date_format: oneOf(
    DATE_FORMATS,
    'How dates are written; `date_string`: as the language does it.',
  ),
  display_ascent: flag('Whether ascents are shown in records and totals.'),
  hide_profile_in_users_directory: flag('Whether the list of users leaves the account out.'),
  hr_visibility: visibility('Who sees the heart rates of all own workouts.'),
  imperial_units: flag('Miles and feet instead of kilometres and metres; answers stay metric.'),
  language: text('Code of the language.'),
  manually_approves_followers: flag('Whether follow requests wait for an answer.'),
  messages_preferences: keyed(Type.Boolean(), 'Messages by name, and whether they are shown.'),
  missing_elevations_processing: elevationSource(
    'Where elevations come from that a recording does not have.',
  ),
  notification_preferences: keyed(Type.Boolean(), 'Notifications by type, and whether they come.'),
  segments_creation_event: oneOf(
    SEGMENTS_CREATION_EVENTS,
    'Which stops of a FIT recording begin a new segment.',
  ),
  split_workout_charts: flag('Whether each value has a chart of its own.'),
  start_elevation_at_zero: flag('Whether the axis of elevations starts at 0.'),
  timezone: text('IANA name of the time zone in which dates of requests are read.'),
  use_dark_mode: nullable(flag('Null: as the browser prefers.')),
  use_raw_gpx_speed: flag('Whether maximum speeds are taken as recorded, without smoothing.'),
  weekm: flag('Whether weeks start on Monday.'),
})

/** The caller's own account. */
export interface ProfileView extends UserView {
  counts: ModerationCounts
  acceptedPolicy: boolean | null
  missingElevations: UserRow['missing_elevations_processing']
}

export const profile = Type.Object(
  {
    ...user.properties,
    ...preferences.properties,
    ...moderationCounts.properties,
    accepted_privacy_policy: nullable(
      flag('Whether the privacy policy in force was accepted; null: none ever was.'),
    ),
    email_to_confirm: nullable(text('New address that waits for confirmation.')),
  },
  { $id: 'Profile', description: "The caller's own account with its preferences." },
)
export type Profile = Static<typeof profile>

export const presentProfile = (view: ProfileView, wire: Wire): Profile => ({
  ...presentUser(view, wire),
  ...presentPreferences(view, wire),
  ...(view.seen.sight.counts
    ? presentCounts(view.counts)
    : { sanctions_count: view.counts.sanctions }),
  accepted_privacy_policy: view.acceptedPolicy,
  email_to_confirm: view.user.email_to_confirm,
})

const presentPreferences = (
  { user, missingElevations }: ProfileView,
  wire: Wire,
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
  messages_preferences: fromJson(user.messages_preferences),
  missing_elevations_processing: wire.elevationSource(missingElevations),
  notification_preferences: fromJson(user.notification_preferences),
  segments_creation_event: user.segments_creation_event,
  split_workout_charts: fromSqlBool(user.split_workout_charts),
  start_elevation_at_zero: fromSqlBool(user.start_elevation_at_zero),
  timezone: user.timezone,
  use_dark_mode: user.use_dark_mode === null ? null : fromSqlBool(user.use_dark_mode),
  use_raw_gpx_speed: fromSqlBool(user.use_raw_gpx_speed),
  weekm: fromSqlBool(user.weekm),
})
