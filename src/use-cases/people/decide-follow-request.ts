import { badRequest, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { notify, withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { decideFollow, findFollow, listFollowRequestIds } from '@/store/db/queries/social/follows'
import { loadUserViews, requireUser } from '@/use-cases/views/user'

export type FollowDecision = 'accepted' | 'rejected'

/** Returns one page of the users whose follow requests the caller has not answered. */
export async function listFollowRequests(
  ctx: AppContext,
  caller: Caller,
  request: { order: string | undefined; page: number; perPage: number },
) {
  const order = request.order === 'desc' ? 'desc' : 'asc'
  const { ids, total } = await listFollowRequestIds(
    ctx.db,
    { userId: caller.userId, order },
    request,
  )
  return { views: await loadUserViews(ctx, caller, ids), total }
}

/**
 * Accepts or rejects a request to follow the caller. A rejected request is not deleted, so the user cannot repeat it
 * without withdrawing it first.
 *
 * @throws 404 when the user is unknown or there is no request, 400 when it was answered already.
 */
export async function decideFollowRequest(
  ctx: AppContext,
  caller: Caller,
  { username, decision }: { username: string; decision: FollowDecision },
): Promise<void> {
  await transact(ctx, async (tx) => {
    const follower = await requireUser(tx, username)
    const between = { followerId: follower.id, followedId: caller.userId }
    const request = await findFollow(tx.db, between)
    if (!request) throw notFound('Follow request does not exist.')
    if (request.state !== 'pending')
      throw badRequest(`Follow request from user '${username}' already ${decision}.`)
    const state = decision === 'accepted' ? 'approved' : 'rejected'
    await decideFollow(tx.db, between, { state, now: tx.clock.now() })
    if (decision === 'accepted') await notify(tx, 'follow_request_accepted', between)
    else await withdraw(tx, 'follow_request_rejected', between)
  })
}
