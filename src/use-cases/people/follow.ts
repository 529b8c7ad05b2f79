import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { fromSqlBool } from '@/db/columns'
import { isBlocked } from '@/db/queries/blocks'
import {
  deleteFollow,
  type FollowSide,
  findFollow,
  insertFollow,
  listFollowIds,
} from '@/db/queries/follows'
import { transact } from '@/db/transact'
import { badRequest, forbidden, invalidPayload, notFound } from '@/errors'
import { notify, withdraw } from '@/notify/notify'
import { requireUser } from '@/use-cases/accounts/read-user'
import { loadUserViews } from '@/views/user'

/**
 * Follows a user: at once, or as a request when the user approves followers manually. Does nothing if the caller
 * already follows or has asked.
 *
 * @throws 404; 400 for oneself and for somebody who has blocked the caller; 403 after a rejection.
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
    const mustAsk = fromSqlBool(followed.manually_approves_followers)
    await insertFollow(tx.db, between, {
      state: mustAsk ? 'pending' : 'approved',
      now: tx.clock.now(),
    })
    await notify(tx, mustAsk ? 'follow_requested' : 'followed', between)
  })
}

/**
 * Ends a follow or withdraws a request, even a rejected one. @throws 404 for an unknown user or when there is neither.
 */
export async function unfollow(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const followed = await requireUser(tx, username)
    const between = { followerId: caller.userId, followedId: followed.id }
    if (!(await deleteFollow(tx.db, between))) throw notFound('relationship does not exist')
    await withdraw(tx, 'follow_removed', between)
  })
}

/** One page of a user's followers, or of those the user follows, without suspended accounts. @throws 404. */
export async function listFollows(
  ctx: AppContext,
  caller: Caller,
  request: { username: string; side: FollowSide; page: number; perPage: number },
) {
  const { id } = await requireUser(ctx, request.username)
  const { ids, total } = await listFollowIds(ctx.db, { userId: id, side: request.side }, request)
  return { views: await loadUserViews(ctx, caller, ids), total }
}
