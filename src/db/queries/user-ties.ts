import type { FollowState } from '@/db/columns'
import type { Db } from '@/db/open'

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
        eb.and([eb('follower_id', '=', viewerId), eb('followed_id', 'in', ids)]),
        eb.and([eb('followed_id', '=', viewerId), eb('follower_id', 'in', ids)]),
      ]),
    )
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', viewerId)
    .where('blocked_id', 'in', ids)
    .execute()
  const own = new Map(follows.map((row) => [row.followed_id, row]))
  const theirs = new Map(follows.map((row) => [row.follower_id, row]))
  const blocked = new Set(blocks.map((row) => row.blocked_id))
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
