import { badRequest, forbidden, invalidPayload, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { notify, withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { isBlocked } from '@/store/db/queries/social/blocks'
import {
  deleteFollow,
  type FollowSide,
  findFollow,
  insertFollow,
  listFollowIds,
} from '@/store/db/queries/social/follows'
import { fromSqlBool } from '@/store/db/schema/columns'
import { loadUserViews, requireUser } from '@/use-cases/views/user'

/**
 * Follows a user, or sends a request when the user approves followers manually. Does nothing if the caller already
 * follows the user or has a pending request.
 *
 * @throws 404; 400 when the user is the caller or has blocked the caller; 403 after a rejection.
 */
export async function follow(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const followed = await requireUser(tx, username)
    if (followed.id === caller.userId) throw invalidPayload()
    const between = { followerId: caller.userId, followedId: followed.id }
    if (await isBlocked(tx.db, { blockerId: followed.id, blockedId: caller.userId }))
      throw badRequest('you can not follow this user')
    const present = await findFollow(tx.db, between)
    if (present?.state === 'rejected') throw forbidden()
    if (present) return
    const needsApproval = fromSqlBool(followed.manually_approves_followers)
    await insertFollow(tx.db, between, {
      state: needsApproval ? 'pending' : 'approved',
      now: tx.clock.now(),
    })
    await notify(tx, needsApproval ? 'follow_requested' : 'followed', between)
  })
}

/**
 * Unfollows a user, or withdraws a request, even a rejected one.
 *
 * @throws 404 when the user is unknown or there is neither.
 */
export async function unfollow(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const followed = await requireUser(tx, username)
    const between = { followerId: caller.userId, followedId: followed.id }
    if (!(await deleteFollow(tx.db, between))) throw notFound('relationship does not exist')
    await withdraw(tx, 'follow_removed', between)
  })
}

/**
 * Returns one page of a user's followers, or of the users that the user follows, without suspended accounts.
 *
 * @throws 404.
 */
export async function listFollows(
  ctx: AppContext,
  caller: Caller,
  request: { username: string; side: FollowSide; page: number; perPage: number },
) {
  const { id } = await requireUser(ctx, request.username)
  const { ids, total } = await listFollowIds(ctx.db, { userId: id, side: request.side }, request)
  return { views: await loadUserViews(ctx, caller, ids), total }
}
