import { type FollowState, fromSqlBool } from '@/db/columns'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { ModerationCounts } from '@/db/queries/moderation-counts'
import type { RecordRow } from '@/db/queries/records'
import type { UserTies } from '@/db/queries/user-ties'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutTotals } from '@/db/queries/workout-totals'
import { roundHalfAway } from '@/lib/decimal'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { hasAdminRights, type UserSight } from '@/policy/user'
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

/** An account as a certain visitor sees it wherever it is named. */
export interface SeenUser {
  user: CompactUserRow
  sight: UserSight
  /** Undefined for anonymous visitors. */
  ties: UserTies | undefined
  /** The report that led to the suspension, when the account is suspended and the visitor may know. */
  suspensionReportId: number | undefined
}

/** The compact User object with what the visitor may see besides. */
export const presentSeenUser = ({ user, sight, ties, suspensionReportId }: SeenUser) => ({
  ...presentCompactUser(user),
  ...(sight.contact && { email: user.email, is_active: fromSqlBool(user.is_active) }),
  ...(suspensionReportId !== undefined && { suspension_report_id: suspensionReportId }),
  ...(sight.ties && ties && { ...presentFollows(ties), blocked: ties.isBlocked }),
})

/** The same for an account that may be gone by now. */
export const presentSeenUserOrNull = (user: SeenUser | null) =>
  user === null ? null : presentSeenUser(user)

/** Who follows whom: `follows` is theirs of the visitor, `is_followed_by` the visitor's of them. */
export const presentFollows = (ties: UserTies | undefined) => ({
  follows: followWord(ties?.follows),
  is_followed_by: followWord(ties?.isFollowedBy),
})

/** A request that was rejected looks as if it waited. */
const followWord = (state: FollowState | undefined) =>
  state === undefined ? 'false' : state === 'approved' ? 'true' : 'pending'

/** An account with everything lists and details tell about it to those who are logged in. */
export interface UserView {
  seen: SeenUser
  user: UserRow
  totals: WorkoutTotals
  /** Already without those that the user's choice of pace or speed hides. */
  records: RecordRow[]
}

/** The User object of lists. */
export const presentUser = (view: UserView, wire: Wire) => ({
  ...presentSeenUser(view.seen),
  ...presentPerson(view.user),
  ...presentOpenness(view.user),
  ...presentAchievements(view, wire),
})

/** An account on its own page. */
export interface UserDetailView extends UserView {
  /** Undefined for visitors who are no moderators. */
  counts: ModerationCounts | undefined
}

/** The User object of detail answers. */
export const presentUserDetail = (view: UserDetailView, wire: Wire) => ({
  ...presentUser(view, wire),
  ...(view.counts && presentCounts(view.counts)),
  ...(view.seen.sight.pendingEmail && { email_to_confirm: view.user.email_to_confirm }),
})

/** The User object for visitors who are not logged in. */
export const presentUserForAnybody = ({ seen, user }: Pick<UserView, 'seen' | 'user'>) => ({
  ...presentCompactUser(seen.user),
  ...presentFollows(undefined),
  ...presentPerson(user),
  ...presentOpenness(user),
  email: null,
})

/** The caller's own account. */
export interface ProfileView extends UserView {
  counts: ModerationCounts
  acceptedPolicy: boolean | null
  missingElevations: UserRow['missing_elevations_processing']
}

/** The User profile object. */
export const presentProfile = (view: ProfileView, wire: Wire) => ({
  ...presentUser(view, wire),
  ...presentPreferences(view, wire),
  ...(view.seen.sight.counts
    ? presentCounts(view.counts)
    : { sanctions_count: view.counts.sanctions }),
  accepted_privacy_policy: view.acceptedPolicy,
  email_to_confirm: view.user.email_to_confirm,
})

const presentCounts = ({ createdReports, receivedReports, sanctions }: ModerationCounts) => ({
  created_reports_count: createdReports,
  reported_count: receivedReports,
  sanctions_count: sanctions,
})

/** What both kinds of client want to know of every account. */
const presentOpenness = ({ role, map_visibility, workouts_visibility }: UserRow) => ({
  admin: hasAdminRights(role),
  map_visibility,
  workouts_visibility,
})

const presentAchievements = ({ totals, records }: UserView, wire: Wire) => ({
  nb_sports: totals.sports.length,
  records: presentRecords(records, wire),
  sports_list: totals.sports,
  total_ascent: roundHalfAway(totals.ascent, 3),
  total_distance: roundHalfAway(totals.distance, 3),
  total_duration: wire.duration(totals.moving),
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
