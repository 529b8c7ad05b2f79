import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listBlocked } from '@/db/queries/blocks'
import { loadSeenUsers } from '@/views/user'

/** One page of those whom the caller has blocked, the newest block first. */
export async function getBlockedUsers(
  ctx: AppContext,
  caller: Caller,
  request: { page: number; perPage: number },
) {
  const { ids, total } = await listBlocked(ctx.db, caller.userId, request)
  const seen = await loadSeenUsers(ctx, caller, ids)
  return { users: ids.flatMap((id) => seen.get(id) ?? []), total }
}
