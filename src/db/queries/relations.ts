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
    .where('blocked_id', 'in', userIds)
    .execute()
  return new Set(rows.map(({ blocked_id }) => blocked_id))
}
