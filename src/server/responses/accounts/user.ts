import { type Static, Type } from '@sinclair/typebox'
import { roundHalfAway } from '@/lib/text/decimal'
import { formatHttpDate } from '@/lib/time/http-date'
import { hasAdminRights } from '@/policy/user'
import { type DialectFormat, duration } from '@/server/responses/dialect'
import {
  alwaysNull,
  count,
  flag,
  nullable,
  number,
  text,
  timestamp,
  visibility,
} from '@/server/responses/fields'
import { presentRecords, record } from '@/server/responses/workouts/record'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { RecordRow } from '@/store/db/queries/records/records'
import type { ModerationCounts } from '@/store/db/queries/social/reports'
import type { WorkoutTotals } from '@/store/db/queries/workouts/workout-totals'
import {
  compactUser,
  follows,
  presentCompactUser,
  presentFollows,
  presentSeenUser,
  type SeenUser,
  seenUser,
} from './compact-user'

const person = Type.Object({
  bio: nullable(text('The user’s description of themselves.')),
  birth_date: nullable(timestamp('Midnight GMT of the day of birth.')),
  first_name: nullable(text('First name.')),
  last_name: nullable(text('Last name.')),
  location: nullable(text('The user’s location, as free text.')),
})

/** Settings that both kinds of clients need of every account. */
const openness = Type.Object({
  admin: flag('Whether the role includes administration.'),
  map_visibility: visibility('Who can see the maps of new workouts.'),
  workouts_visibility: visibility('Who can see new workouts.'),
})

const achievements = Type.Object({
  nb_sports: count('Sports of which there are workouts.'),
  records: Type.Array(record, {
    description:
      'Personal records; for other users only those of workouts that the caller may see.',
  }),
  sports_list: Type.Array(Type.Integer(), { description: 'Ids of the sports with workouts.' }),
  total_ascent: number('Metres, over all workouts.'),
  total_distance: number('Kilometres, over all workouts.'),
  total_duration: duration('Time in motion, over all workouts.'),
})

/** An account with everything that logged-in users may see in lists and details. */
export interface UserView {
  seen: SeenUser
  user: UserRow
  totals: WorkoutTotals
  /** Without those that the user's choice of pace or speed hides. */
  records: RecordRow[]
}

export const user = Type.Object(
  {
    ...seenUser.properties,
    ...person.properties,
    ...openness.properties,
    ...achievements.properties,
  },
  { $id: 'User', description: 'A user in lists.' },
)
export type User = Static<typeof user>

const usage = Type.Object({
  has_two_factor: flag('Whether a login with the password requires a two-factor code.'),
  last_seen_on: nullable(text('Day of the last request, in UTC: `YYYY-MM-DD`; null: unknown.')),
  quota_bytes: nullable(
    count('Bytes that the account may store; 0: no limit, null: the quota of the server.'),
  ),
  storage_bytes: nullable(count('Bytes of its files, measured once a day; null: unknown.')),
})

export const userInDirectory = Type.Object(
  { ...user.properties, ...Type.Partial(usage).properties },
  {
    $id: 'DirectoryUser',
    description: 'A user in the directory. Administrators can request how the account is used.',
  },
)

/** How an account is used, for administrators. */
export const presentUsage = (row: UserRow, hasTwoFactor: boolean): Static<typeof usage> => ({
  has_two_factor: hasTwoFactor,
  last_seen_on: row.last_seen_on,
  quota_bytes: row.quota_bytes,
  storage_bytes: row.storage_bytes,
})

/** The user object of lists. */
export const presentUser = (view: UserView, dialect: DialectFormat): User => ({
  ...presentSeenUser(view.seen),
  ...presentPerson(view.user),
  ...presentOpenness(view.user),
  ...presentAchievements(view, dialect),
})

export const moderationCounts = Type.Object({
  created_reports_count: Type.Optional(count('Reports created by the user; only for moderators.')),
  reported_count: Type.Optional(
    count('Reports about the user or their content; only for moderators.'),
  ),
  sanctions_count: Type.Optional(
    count('Sanctions against the user; only for the user and moderators.'),
  ),
})

export const presentCounts = ({
  createdReports,
  receivedReports,
  sanctions,
}: ModerationCounts): Static<typeof moderationCounts> => ({
  created_reports_count: createdReports,
  reported_count: receivedReports,
  sanctions_count: sanctions,
})

/** An account on its own page. */
export interface UserDetailView extends UserView {
  /** Undefined for visitors who are not moderators. */
  counts: ModerationCounts | undefined
}

export const userDetail = Type.Object(
  {
    ...user.properties,
    ...moderationCounts.properties,
    email_to_confirm: Type.Optional(
      nullable(text('New address that waits for confirmation; only for administrators.')),
    ),
  },
  { $id: 'UserDetail', description: 'A user on their own page, for logged-in callers.' },
)
export type UserDetail = Static<typeof userDetail>

/** The user object of detail responses. */
export const presentUserDetail = (view: UserDetailView, dialect: DialectFormat): UserDetail => ({
  ...presentUser(view, dialect),
  ...(view.counts && presentCounts(view.counts)),
  ...(view.seen.permissions.pendingEmail && { email_to_confirm: view.user.email_to_confirm }),
})

export const publicUser = Type.Object(
  {
    ...compactUser.properties,
    ...follows.properties,
    ...person.properties,
    ...openness.properties,
    email: alwaysNull(Type.String(), 'Always null: hidden from callers who are not logged in.'),
  },
  {
    $id: 'PublicUser',
    description: 'A user on their own page, for callers who are not logged in.',
  },
)
export type PublicUser = Static<typeof publicUser>

/** The user object for visitors who are not logged in. */
export const presentUserForAnybody = ({
  seen,
  user,
}: Pick<UserView, 'seen' | 'user'>): PublicUser => ({
  ...presentCompactUser(seen.user),
  ...presentFollows(undefined),
  ...presentPerson(user),
  ...presentOpenness(user),
  email: null,
})

const presentOpenness = ({
  role,
  map_visibility,
  workouts_visibility,
}: UserRow): Static<typeof openness> => ({
  admin: hasAdminRights(role),
  map_visibility,
  workouts_visibility,
})

const presentAchievements = (
  { totals, records }: UserView,
  dialect: DialectFormat,
): Static<typeof achievements> => ({
  nb_sports: totals.sports.length,
  records: presentRecords(records, dialect),
  sports_list: totals.sports,
  total_ascent: roundHalfAway(totals.ascent, 3),
  total_distance: roundHalfAway(totals.distance, 3),
  total_duration: dialect.duration(totals.moving),
})

const presentPerson = (user: UserRow): Static<typeof person> => ({
  bio: user.bio,
  birth_date:
    user.birth_date === null ? null : formatHttpDate(Date.parse(`${user.birth_date}T00:00:00Z`)),
  first_name: user.first_name,
  last_name: user.last_name,
  location: user.location,
})
