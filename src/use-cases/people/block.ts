import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { deleteBlock, insertBlock, listBlockedIds } from '@/db/queries/blocks'
import { deleteFollow } from '@/db/queries/follows'
import type { PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { invalidPayload, userNotFound } from '@/errors'
import { withdraw } from '@/notify/notify'
import { requireUser } from '@/use-cases/accounts/read-user'
import { loadUserPage } from '@/views/user'

/**
 * Blocks a user, who then no longer follows the caller; the caller's own follow stays.
 *
 * @throws 404, then 400 for oneself.
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

/** Ends a block, if there is one. @throws 404 for an unknown user. */
export async function unblock(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  const blocked = await requireUser(ctx, username, userNotFound)
  const key = { blockerId: caller.userId, blockedId: blocked.id }
  await transact(ctx, ({ db }) => deleteBlock(db, key))
}

/** One page of the users the caller has blocked, newest block first. */
export async function listBlockedUsers(ctx: AppContext, caller: Caller, request: PageRequest) {
  return loadUserPage(ctx, caller, await listBlockedIds(ctx.db, caller.userId, request))
}
