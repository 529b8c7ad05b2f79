import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { type FollowSide, listFollows } from '@/db/queries/follows'
import { requireUser } from '@/use-cases/accounts/read-user'
import { loadUserViews } from '@/views/user'

/** One page of anybody's followers, or of those followed; suspended accounts are left out. @throws 404. */
export async function getFollows(
  ctx: AppContext,
  caller: Caller,
  request: { username: string; side: FollowSide; page: number; perPage: number },
) {
  const { id } = await requireUser(ctx, request.username)
  const { ids, total } = await listFollows(ctx.db, { userId: id, side: request.side }, request)
  return { views: await loadUserViews(ctx, caller, ids), total }
}
