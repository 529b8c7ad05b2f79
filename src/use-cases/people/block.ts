import { invalidPayload, userNotFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { deleteBlock, insertBlock, listBlockedIds } from '@/store/db/queries/social/blocks'
import { deleteFollow } from '@/store/db/queries/social/follows'
import type { PageRequest } from '@/store/db/sql'
import { loadUserPage, requireUser } from '@/use-cases/views/user'

/**
 * Blocks a user, who then no longer follows the caller. The caller continues to follow the user.
 *
 * @throws 404, then 400 when the caller is the user.
 */
export async function block(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const blocked = await requireUser(tx, username, userNotFound)
    if (blocked.id === caller.userId) throw invalidPayload()
    const now = tx.clock.now()
    await insertBlock(tx.db, { blockerId: caller.userId, blockedId: blocked.id }, now)
    const between = { followerId: blocked.id, followedId: caller.userId }
    if (await deleteFollow(tx.db, between)) await withdraw(tx, 'follow_removed', between)
  })
}

/** Ends a block, if there is one. @throws 404 when the user is unknown. */
export async function unblock(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  const blocked = await requireUser(ctx, username, userNotFound)
  const key = { blockerId: caller.userId, blockedId: blocked.id }
  await transact(ctx, ({ db }) => deleteBlock(db, key))
}

/** Returns one page of the users that the caller has blocked, newest block first. */
export async function listBlockedUsers(ctx: AppContext, caller: Caller, request: PageRequest) {
  return loadUserPage(ctx, caller, await listBlockedIds(ctx.db, caller.userId, request))
}
