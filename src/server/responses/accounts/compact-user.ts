import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import type { UserPermissions } from '@/policy/user'
import {
  count,
  flag,
  nullable,
  numericId,
  oneOf,
  role,
  text,
  timestamp,
} from '@/server/responses/fields'
import type { CompactUserRow } from '@/store/db/queries/social/compact-users'
import type { UserRelationships } from '@/store/db/queries/social/relationships'
import { type FollowState, fromSqlBool } from '@/store/db/schema/columns'

/** The public part of a user, wherever one is embedded. */
export const compactUser = Type.Object(
  {
    created_at: timestamp('When the account was created.'),
    followers: count('Accounts that follow this one.'),
    following: count('Accounts that this one follows.'),
    nb_workouts: count('All workouts of the account, regardless of visibility.'),
    picture: flag('Whether there is a picture at `/api/users/{user_name}/picture`.'),
    role: role('Role of the account on this server; each role includes those before it.'),
    suspended_at: nullable(timestamp('When the account was suspended; null if it is not.')),
    username: text('Unique name; part of many URLs.'),
  },
  { $id: 'CompactUser', description: 'A user wherever one is embedded.' },
)
export type CompactUser = Static<typeof compactUser>

export const presentCompactUser = (user: CompactUserRow): CompactUser => ({
  created_at: formatHttpDate(user.created_at),
  followers: user.followers,
  following: user.following,
  nb_workouts: user.nb_workouts,
  picture: user.picture !== null,
  role: user.role,
  suspended_at: formatHttpDateOrNull(user.suspended_at),
  username: user.username,
})

/** Follow states: `follows` is from this user to the visitor, `is_followed_by` from the visitor to this user. */
export const follows = Type.Object({
  follows: oneOf(['true', 'false', 'pending'], 'Whether this user follows the caller.'),
  is_followed_by: oneOf(['true', 'false', 'pending'], 'Whether the caller follows this user.'),
})

export const presentFollows = (
  relationships: UserRelationships | undefined,
): Static<typeof follows> => ({
  follows: followWord(relationships?.follows),
  is_followed_by: followWord(relationships?.isFollowedBy),
})

/** A rejected request looks pending. */
const followWord = (state: FollowState | undefined) =>
  state === undefined ? 'false' : state === 'approved' ? 'true' : 'pending'

/** An account as a visitor sees it wherever it is embedded. */
export interface SeenUser {
  user: CompactUserRow
  permissions: UserPermissions
  /** Undefined for anonymous visitors. */
  relationships: UserRelationships | undefined
  /** The report that led to the suspension, when the account is suspended and the visitor may know. */
  suspensionReportId: number | undefined
}

/** The compact user with additional fields that the visitor may see. */
export const seenUser = Type.Object(
  {
    ...compactUser.properties,
    blocked: Type.Optional(
      flag('Whether the caller has blocked this user; absent for the caller.'),
    ),
    email: Type.Optional(text('Email address; only for the user and moderators.')),
    ...Type.Partial(follows).properties,
    is_active: Type.Optional(
      flag('Whether the account is active; only for the user and moderators.'),
    ),
    suspension_report_id: Type.Optional(
      numericId('The report that led to the suspension; only for moderators.'),
    ),
  },
  {
    $id: 'UserSummary',
    description:
      'A user as the caller sees them. `follows`, `is_followed_by` and `blocked` are included for other users when the caller is logged in.',
  },
)
export type UserSummary = Static<typeof seenUser>

export const presentSeenUser = ({
  user,
  permissions,
  relationships,
  suspensionReportId,
}: SeenUser): UserSummary => ({
  ...presentCompactUser(user),
  ...(permissions.contact && { email: user.email, is_active: fromSqlBool(user.is_active) }),
  ...(suspensionReportId !== undefined && { suspension_report_id: suspensionReportId }),
  ...(permissions.relationships &&
    relationships && { ...presentFollows(relationships), blocked: relationships.isBlocked }),
})

/** Like `presentSeenUser`, for an account that may have been deleted. */
export const presentSeenUserOrNull = (user: SeenUser | null) =>
  user === null ? null : presentSeenUser(user)
