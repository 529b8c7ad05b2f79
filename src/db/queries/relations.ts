import type { FollowState } from '@/db/columns'
import type { Db } from '@/db/open'

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
    .where('followed_id', 'in', ownerIds)
    .where('state', '=', 'approved')
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .select('blocker_id as id')
    .where('blocked_id', '=', viewerId)
    .where('blocker_id', 'in', ownerIds)
    .execute()
  return {
    followed: new Set(follows.map(({ id }) => id)),
    blockedBy: new Set(blocks.map(({ id }) => id)),
  }
}

/** What there is between a viewer and another user. */
export interface Bond {
  /** The other user's follow of the viewer. */
  follows: FollowState | undefined
  /** The viewer's follow of the other user. */
  isFollowedBy: FollowState | undefined
  /** The viewer has blocked the other user. */
  blocked: boolean
}

/** The bonds between a viewer and each of these users; somebody without any tie has one that says so. */
export async function loadBonds(
  db: Db,
  viewerId: number,
  userIds: readonly number[],
): Promise<Map<number, Bond>> {
  const follows = await db
    .selectFrom('follows')
    .select(['followed_id as id', 'state'])
    .where('follower_id', '=', viewerId)
    .where('followed_id', 'in', userIds)
    .execute()
  const followers = await db
    .selectFrom('follows')
    .select(['follower_id as id', 'state'])
    .where('followed_id', '=', viewerId)
    .where('follower_id', 'in', userIds)
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .select('blocked_id as id')
    .where('blocker_id', '=', viewerId)
    .where('blocked_id', 'in', userIds)
    .execute()
  const stateOf = (rows: typeof follows) => new Map(rows.map(({ id, state }) => [id, state]))
  const [followed, following] = [stateOf(follows), stateOf(followers)]
  const blocked = new Set(blocks.map(({ id }) => id))
  return new Map(
    userIds.map((id) => [
      id,
      { follows: following.get(id), isFollowedBy: followed.get(id), blocked: blocked.has(id) },
    ]),
  )
}
