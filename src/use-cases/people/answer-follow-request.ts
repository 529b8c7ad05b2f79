import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { answerFollow, findFollow, listFollowRequestIds } from '@/db/queries/follows'
import { transact } from '@/db/transact'
import { badRequest, notFound } from '@/errors'
import { notify, withdraw } from '@/notify/notify'
import { requireUser } from '@/use-cases/accounts/read-user'
import { loadUserViews } from '@/views/user'

export type Answer = 'accepted' | 'rejected'

/** One page of the users waiting for the caller's answer. */
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
 * Answers a request to follow the caller. A rejected request stays, so that it cannot be repeated until it is
 * withdrawn.
 *
 * @throws 404 for an unknown user or without request, 400 when it has been answered.
 */
export async function answerRequest(
  ctx: AppContext,
  caller: Caller,
  { username, answer }: { username: string; answer: Answer },
): Promise<void> {
  await transact(ctx, async (tx) => {
    const follower = await requireUser(tx, username)
    const between = { followerId: follower.id, followedId: caller.userId }
    const request = await findFollow(tx.db, between)
    if (!request) throw notFound('Follow request does not exist.')
    if (request.state !== 'pending')
      throw badRequest(`Follow request from user '${username}' already ${answer}.`)
    const state = answer === 'accepted' ? 'approved' : 'rejected'
    await answerFollow(tx.db, between, { state, now: tx.clock.now() })
    if (answer === 'accepted') await notify(tx, 'follow_request_accepted', between)
    else await withdraw(tx, 'follow_request_rejected', between)
  })
}
