import type { FollowState } from '@/db/columns'
import type { Db } from '@/db/open'
import { anyOf } from '@/db/sql'

/** How a viewer and somebody else are tied. */
export interface UserTies {
  /** State of their follow of the viewer, if there is one. */
  follows: FollowState | undefined
  /** State of the viewer's follow of them, if there is one. */
  isFollowedBy: FollowState | undefined
  /** Whether the viewer has blocked them. */
  isBlocked: boolean
}

/** The ties of a viewer to others, by their ids, in two queries. */
export async function loadUserTies(
  db: Db,
  viewerId: number,
  ids: readonly number[],
): Promise<Map<number, UserTies>> {
  if (ids.length === 0) return new Map()
  const follows = await db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id', 'state'])
    .where((eb) =>
      eb.or([
        eb.and([eb('follower_id', '=', viewerId), eb('followed_id', 'in', anyOf(ids))]),
        eb.and([eb('followed_id', '=', viewerId), eb('follower_id', 'in', anyOf(ids))]),
      ]),
    )
    .execute()
  const blocked = await findBlocked(db, viewerId, ids)
  const own = new Map(follows.map((row) => [row.followed_id, row]))
  const theirs = new Map(follows.map((row) => [row.follower_id, row]))
  return new Map(
    ids.map((id) => [
      id,
      {
        follows: theirs.get(id)?.state,
        isFollowedBy: own.get(id)?.state,
        isBlocked: blocked.has(id),
      },
    ]),
  )
}

/** Which of these users a viewer has blocked. */
export async function findBlocked(
  db: Db,
  viewerId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', viewerId)
    .where('blocked_id', 'in', anyOf(userIds))
    .execute()
  return new Set(rows.map(({ blocked_id }) => blocked_id))
}

/** Whom a viewer follows (approved) and by whom the viewer is blocked. */
export interface Ties {
  followed: Set<number>
  blockedBy: Set<number>
}

/** The ties of a viewer to the owners of what is shown. */
export async function loadTies(
  db: Db,
  viewerId: number,
  ownerIds: readonly number[],
): Promise<Ties> {
  const follows = await db
    .selectFrom('follows')
    .select('followed_id as id')
    .where('follower_id', '=', viewerId)
    .where('followed_id', 'in', anyOf(ownerIds))
    .where('state', '=', 'approved')
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .select('blocker_id as id')
    .where('blocked_id', '=', viewerId)
    .where('blocker_id', 'in', anyOf(ownerIds))
    .execute()
  return {
    followed: new Set(follows.map(({ id }) => id)),
    blockedBy: new Set(blocks.map(({ id }) => id)),
  }
}
