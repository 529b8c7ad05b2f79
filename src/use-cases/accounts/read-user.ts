import { type Caller, hasRole, roleAtLeast, type Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { countModeration } from '@/db/queries/moderation-counts'
import { countUsersWithRole, findUserByName, type UserRow } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { forbidden, unknownUser } from '@/errors'
import { canSeeUser } from '@/policy/user'
import { loadUserViews } from '@/views/user'
import { getProfile } from './read-profile'
import { removeUser } from './remove-user'

type Reader = Pick<AppContext, 'db'>

/** An account in whatever state. @throws what `missing` makes when there is none of this name. */
export async function requireUser(
  ctx: Reader,
  username: string,
  missing: () => Error = unknownUser,
): Promise<UserRow> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw missing()
  return user
}

/**
 * An account as its page shows it: one's own with everything, others' with more for moderators and less for those
 * who are not logged in.
 *
 * @throws 404 for an unknown account, and an inactive one unless an administrator asks.
 */
export async function getUser(ctx: AppContext, visitor: Visitor, username: string) {
  const user = await requireUser(ctx, username)
  if (!canSeeUser(user, visitor)) throw unknownUser()
  if (!visitor) return { for: 'anybody', view: await loadView(ctx, visitor, user.id) } as const
  if (visitor.userId === user.id)
    return { for: 'oneself', view: await getProfile(ctx, visitor) } as const
  return { for: 'others', view: await getUserDetail(ctx, visitor, user.id) } as const
}

/** Another account with everything the caller may know of it. */
export async function getUserDetail(ctx: Reader, caller: Caller, userId: number) {
  const view = await loadView(ctx, caller, userId)
  const counts = view.seen.sight.counts ? await countModeration(ctx.db, userId) : undefined
  return { ...view, counts }
}

async function loadView(ctx: Reader, visitor: Visitor, userId: number) {
  const [view] = await loadUserViews(ctx, visitor, [userId])
  if (!view) throw unknownUser()
  return view
}

/**
 * Deletes an account with everything that is its owner's.
 *
 * @throws 404, then 403: owners delete only themselves, others need administrator's rights for accounts that are not
 * their own, and the last administrator stays.
 */
export async function deleteUser(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const user = await requireUser(tx, username)
    const isSelf = user.id === caller.userId
    if (user.role === 'owner' && !isSelf) throw forbidden('you can not delete owner account')
    if (!isSelf && !hasRole(caller, 'admin')) throw forbidden()
    if (roleAtLeast(user.role, 'admin') && (await countUsersWithRole(tx.db, ADMINS)) === 1)
      throw forbidden('you can not delete your account, no other user has admin rights')
    await removeUser(tx, user.id)
  })
}

const ADMINS = ['admin', 'owner'] as const
