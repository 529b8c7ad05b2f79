import { type Static, Type } from '@sinclair/typebox'
import { type FollowState, fromSqlBool } from '@/db/columns'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { UserTies } from '@/db/queries/user-ties'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import type { UserSight } from '@/policy/user'
import { count, flag, nullable, numericId, oneOf, role, text, timestamp } from './scalars'

/** What everybody sees wherever a user is embedded. */
export const compactUser = Type.Object(
  {
    created_at: timestamp('When the account was created.'),
    followers: count('Accounts that follow this one.'),
    following: count('Accounts that this one follows.'),
    nb_workouts: count('All workouts of the account, whoever may see them.'),
    picture: flag('Whether there is a picture at `/api/users/{user_name}/picture`.'),
    role: role('What the account may do on this server; each role includes the ones before.'),
    suspended_at: nullable(timestamp('When the account was suspended; null if it is not.')),
    username: text('Unique name; part of many addresses.'),
  },
  { $id: 'CompactUser', description: 'A user wherever one is embedded.' },
)
export type CompactUser = Static<typeof compactUser>

export const presentCompactUser = (user: CompactUserRow): CompactUser => ({
  created_at: httpDate(user.created_at),
  followers: user.followers,
  following: user.following,
  nb_workouts: user.nb_workouts,
  picture: user.picture !== null,
  role: user.role,
  suspended_at: httpDateOrNull(user.suspended_at),
  username: user.username,
})

/** Who follows whom: `follows` is theirs of the visitor, `is_followed_by` the visitor's of them. */
export const follows = Type.Object({
  follows: oneOf(['true', 'false', 'pending'], 'Whether this user follows the caller.'),
  is_followed_by: oneOf(['true', 'false', 'pending'], 'Whether the caller follows this user.'),
})

export const presentFollows = (ties: UserTies | undefined): Static<typeof follows> => ({
  follows: followWord(ties?.follows),
  is_followed_by: followWord(ties?.isFollowedBy),
})

/** A request that was rejected looks as if it waited. */
const followWord = (state: FollowState | undefined) =>
  state === undefined ? 'false' : state === 'approved' ? 'true' : 'pending'

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
export const seenUser = Type.Object(
  {
    ...compactUser.properties,
    blocked: Type.Optional(flag('Whether the caller blocks this user; absent for oneself.')),
    email: Type.Optional(text('Mail address; only for oneself and for moderators.')),
    ...Type.Partial(follows).properties,
    is_active: Type.Optional(
      flag('Whether the account may log in; only for oneself and for moderators.'),
    ),
    suspension_report_id: Type.Optional(
      numericId('The report that led to the suspension; only for moderators.'),
    ),
  },
  {
    $id: 'UserSummary',
    description:
      'A user as the caller sees one: `follows`, `is_followed_by` and `blocked` are there for other users when the caller is logged in.',
  },
)
export type UserSummary = Static<typeof seenUser>

export const presentSeenUser = ({
  user,
  sight,
  ties,
  suspensionReportId,
}: SeenUser): UserSummary => ({
  ...presentCompactUser(user),
  ...(sight.contact && { email: user.email, is_active: fromSqlBool(user.is_active) }),
  ...(suspensionReportId !== undefined && { suspension_report_id: suspensionReportId }),
  ...(sight.ties && ties && { ...presentFollows(ties), blocked: ties.isBlocked }),
})

/** The same for an account that may be gone by now. */
export const presentSeenUserOrNull = (user: SeenUser | null) =>
  user === null ? null : presentSeenUser(user)
