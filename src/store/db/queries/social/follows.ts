import type { Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { FollowState } from '@/store/db/schema/columns'
import type { FollowsTable } from '@/store/db/schema/tables.gen'
import { type IdPage, listIdPage, type PageRequest } from '@/store/db/sql'

export type FollowRow = Selectable<FollowsTable>

/** A follow of one user by another, by their ids. */
export interface FollowKey {
  followerId: number
  followedId: number
}

export const findFollow = (
  db: Db,
  { followerId, followedId }: FollowKey,
): Promise<FollowRow | undefined> =>
  db
    .selectFrom('follows')
    .selectAll()
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst()

/** Adds a follow, either pending or approved. */
export const insertFollow = (
  db: Tx,
  { followerId, followedId }: FollowKey,
  { state, now }: { state: Exclude<FollowState, 'rejected'>; now: number },
) =>
  db
    .insertInto('follows')
    .values({
      follower_id: followerId,
      followed_id: followedId,
      state,
      created_at: now,
      updated_at: state === 'approved' ? now : null,
    })
    .execute()

/** Approves or rejects a pending request. */
export const decideFollow = (
  db: Tx,
  { followerId, followedId }: FollowKey,
  { state, now }: { state: Exclude<FollowState, 'pending'>; now: number },
) =>
  db
    .updateTable('follows')
    .set({ state, updated_at: now })
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .execute()

/** Deletes a follow in any state; returns false if there was none. */
export async function deleteFollow(
  db: Tx,
  { followerId, followedId }: FollowKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether to list followers or followed users. */
export type FollowSide = 'followers' | 'following'

/** Ids of one page of a user's followers or followed users, latest approval first, without suspended accounts. */
export async function listFollowIds(
  db: Db,
  { userId, side }: { userId: number; side: FollowSide },
  request: PageRequest,
): Promise<IdPage> {
  const [own, other] =
    side === 'followers'
      ? (['follows.followed_id', 'follows.follower_id'] as const)
      : (['follows.follower_id', 'follows.followed_id'] as const)
  const follows = db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', other)
    .where(own, '=', userId)
    .where('follows.state', '=', 'approved')
    .where('users.suspended_at', 'is', null)
  return listIdPage(follows, request, (query) =>
    query.select('users.id').orderBy('follows.updated_at', 'desc').orderBy('users.id', 'desc'),
  )
}

/** Ids of one page of the users whose requests are pending, by the date of the request. */
export async function listFollowRequestIds(
  db: Db,
  { userId, order }: { userId: number; order: 'asc' | 'desc' },
  request: PageRequest,
): Promise<IdPage> {
  const requests = db
    .selectFrom('follows')
    .where('followed_id', '=', userId)
    .where('state', '=', 'pending')
  return listIdPage(requests, request, (query) =>
    query.select('follower_id as id').orderBy('created_at', order).orderBy('follower_id', order),
  )
}
