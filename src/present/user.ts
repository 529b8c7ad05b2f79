import { type Static, Type } from '@sinclair/typebox'
import type { RecordRow } from '@/db/queries/records'
import type { ModerationCounts } from '@/db/queries/reports'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutTotals } from '@/db/queries/workout-sums'
import { roundHalfAway } from '@/lib/decimal'
import { httpDate } from '@/lib/http-date'
import { hasAdminRights } from '@/policy/user'
import {
  compactUser,
  follows,
  presentCompactUser,
  presentFollows,
  presentSeenUser,
  type SeenUser,
  seenUser,
} from './compact-user'
import { duration, type Wire } from './dialect'
import { presentRecords, record } from './record'
import { count, flag, nullable, number, text, timestamp, visibility } from './scalars'

const person = Type.Object({
  bio: nullable(text('What the user says of themselves.')),
  birth_date: nullable(timestamp('Midnight GMT of the day of birth.')),
  first_name: nullable(text('First name.')),
  last_name: nullable(text('Last name.')),
  location: nullable(text('Where the user says they are.')),
})

/** What both kinds of client want to know of every account. */
const openness = Type.Object({
  admin: flag('Whether the role includes administration.'),
  map_visibility: visibility('Who sees the maps of new workouts.'),
  workouts_visibility: visibility('Who sees new workouts.'),
})

const achievements = Type.Object({
  nb_sports: count('Sports of which there are workouts.'),
  records: Type.Array(record, {
    description: 'Personal records; for others only those of workouts that the caller may see.',
  }),
  sports_list: Type.Array(Type.Integer(), { description: 'Ids of the sports done.' }),
  total_ascent: number('Metres, over all workouts.'),
  total_distance: number('Kilometres, over all workouts.'),
  total_duration: duration('Time in motion, over all workouts.'),
})

/** An account with everything lists and details tell about it to those who are logged in. */
export interface UserView {
  seen: SeenUser
  user: UserRow
  totals: WorkoutTotals
  /** Already without those that the user's choice of pace or speed hides. */
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

/** The User object of lists. */
export const presentUser = (view: UserView, wire: Wire): User => ({
  ...presentSeenUser(view.seen),
  ...presentPerson(view.user),
  ...presentOpenness(view.user),
  ...presentAchievements(view, wire),
})

export const moderationCounts = Type.Object({
  created_reports_count: Type.Optional(count('Reports made; only for moderators.')),
  reported_count: Type.Optional(
    count('Reports about the user or their content; only for moderators.'),
  ),
  sanctions_count: Type.Optional(count('Sanctions against the user; for oneself and moderators.')),
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
  /** Undefined for visitors who are no moderators. */
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
  { $id: 'UserDetail', description: 'A user on their own page, for those who are logged in.' },
)
export type UserDetail = Static<typeof userDetail>

/** The User object of detail answers. */
export const presentUserDetail = (view: UserDetailView, wire: Wire): UserDetail => ({
  ...presentUser(view, wire),
  ...(view.counts && presentCounts(view.counts)),
  ...(view.seen.sight.pendingEmail && { email_to_confirm: view.user.email_to_confirm }),
})

export const publicUser = Type.Object(
  {
    ...compactUser.properties,
    ...follows.properties,
    ...person.properties,
    ...openness.properties,
    email: Type.Null({ description: 'Never told to those who are not logged in.' }),
  },
  { $id: 'PublicUser', description: 'A user on their own page, for those who are not logged in.' },
)
export type PublicUser = Static<typeof publicUser>

/** The User object for visitors who are not logged in. */
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
  wire: Wire,
): Static<typeof achievements> => ({
  nb_sports: totals.sports.length,
  records: presentRecords(records, wire),
  sports_list: totals.sports,
  total_ascent: roundHalfAway(totals.ascent, 3),
  total_distance: roundHalfAway(totals.distance, 3),
  total_duration: wire.duration(totals.moving),
})

const presentPerson = (user: UserRow): Static<typeof person> => ({
  bio: user.bio,
  birth_date:
    user.birth_date === null ? null : httpDate(Date.parse(`${user.birth_date}T00:00:00Z`)),
  first_name: user.first_name,
  last_name: user.last_name,
  location: user.location,
})
