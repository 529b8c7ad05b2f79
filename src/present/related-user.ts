import { fromSqlBool } from '@/db/columns'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { Bond } from '@/db/queries/relations'
import { presentCompactUser } from './user'

/** A user as somebody in particular sees him. */
export interface RelatedUserView {
  user: CompactUserRow
  /** What there is between the viewer and the user; undefined for anonymous viewers and for oneself. */
  bond: Bond | undefined
  /** Whether address and activity may be told. */
  withContact: boolean
}

/** The compact User object with what it says to a viewer. */
export const presentRelatedUser = ({ user, bond, withContact }: RelatedUserView) => ({
  ...presentCompactUser(user),
  ...(bond && presentBond(bond)),
  ...(withContact && { email: user.email, is_active: fromSqlBool(user.is_active) }),
})

/** The relation fields; a request that was rejected looks like one that waits. */
export const presentBond = ({ follows, isFollowedBy, blocked }: Bond) => ({
  blocked,
  follows: presentFollow(follows),
  is_followed_by: presentFollow(isFollowedBy),
})

function presentFollow(state: Bond['follows']): 'true' | 'false' | 'pending' {
  if (state === undefined) return 'false'
  return state === 'approved' ? 'true' : 'pending'
}
