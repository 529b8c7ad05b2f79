import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listBlocked } from '@/db/queries/blocks'
import type { PageRequest } from '@/db/sql'
import { loadUserPage } from '@/views/user'

/** One page of those whom the caller has blocked, the newest block first. */
export async function getBlockedUsers(ctx: AppContext, caller: Caller, request: PageRequest) {
  return loadUserPage(ctx, caller, await listBlocked(ctx.db, caller.userId, request))
}
