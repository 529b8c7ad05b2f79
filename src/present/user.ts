import { fromSqlBool } from '@/db/columns'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { RecordRow } from '@/db/queries/records'
import type { UserRow } from '@/db/queries/users'
import { roundHalfAway } from '@/lib/decimal'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import type { Wire } from './dialect'
import { presentRecords } from './record'

/** The compact User object: what everybody sees wherever a user is embedded. */
export const presentCompactUser = (user: CompactUserRow) => ({
  created_at: httpDate(user.created_at),
  followers: user.followers,
  following: user.following,
  nb_workouts: user.nb_workouts,
  picture: user.picture !== null,
  role: user.role,
  suspended_at: httpDateOrNull(user.suspended_at),
  username: user.username,
})

/** Sums over a user's workouts. */
export interface WorkoutTotals {
  sports: number[]
  distance: number
  ascent: number
  /** Seconds. */
  moving: number
}

/** An account with everything its own profile tells. */
export interface ProfileView {
  user: UserRow
  compact: CompactUserRow
  totals: WorkoutTotals
  /** Already without those that the user's choice of pace or speed hides. */
  records: RecordRow[]
  acceptedPolicy: boolean | null
  missingElevations: UserRow['missing_elevations_processing']
}

/** The User profile object: the caller's own account. */
export const presentProfile = (view: ProfileView, wire: Wire) => ({
  ...presentCompactUser(view.compact),
  ...presentPerson(view.user),
  ...presentPreferences(view, wire),
  accepted_privacy_policy: view.acceptedPolicy,
  email: view.user.email,
  email_to_confirm: view.user.email_to_confirm,
  is_active: fromSqlBool(view.user.is_active),
  nb_sports: view.totals.sports.length,
  records: presentRecords(view.records, wire),
  sports_list: view.totals.sports,
  total_ascent: roundHalfAway(view.totals.ascent, 3),
  total_distance: roundHalfAway(view.totals.distance, 3),
  total_duration: wire.duration(view.totals.moving),
})

const presentPerson = (user: UserRow) => ({
  bio: user.bio,
  birth_date:
    user.birth_date === null ? null : httpDate(Date.parse(`${user.birth_date}T00:00:00Z`)),
  first_name: user.first_name,
  last_name: user.last_name,
  location: user.location,
})

const presentPreferences = ({ user, missingElevations }: ProfileView, wire: Wire) => ({
  analysis_visibility: user.analysis_visibility,
  calories_visibility: user.calories_visibility,
  date_format: user.date_format,
  display_ascent: fromSqlBool(user.display_ascent),
  hide_profile_in_users_directory: fromSqlBool(user.hide_profile_in_users_directory),
  hr_visibility: user.hr_visibility,
  imperial_units: fromSqlBool(user.imperial_units),
  language: user.language,
  manually_approves_followers: fromSqlBool(user.manually_approves_followers),
  map_visibility: user.map_visibility,
  messages_preferences: presentFlags(user.messages_preferences),
  missing_elevations_processing: wire.elevationSource(missingElevations),
  notification_preferences: presentFlags(user.notification_preferences),
  segments_creation_event: user.segments_creation_event,
  split_workout_charts: fromSqlBool(user.split_workout_charts),
  start_elevation_at_zero: fromSqlBool(user.start_elevation_at_zero),
  timezone: user.timezone,
  use_dark_mode: user.use_dark_mode === null ? null : fromSqlBool(user.use_dark_mode),
  use_raw_gpx_speed: fromSqlBool(user.use_raw_gpx_speed),
  weekm: fromSqlBool(user.weekm),
  workouts_visibility: user.workouts_visibility,
})

/** Flags a user has set; they are kept as a JSON object of booleans. */
const presentFlags = (json: string): Record<string, boolean> => JSON.parse(json)
