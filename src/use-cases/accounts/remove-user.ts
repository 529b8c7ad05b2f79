import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { countUsersWithRole, deleteUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { forbidden } from '@/errors'
import { ADMIN_ROLES, canRemoveUser, hasAdminRights } from '@/policy/user'
import { foldersOf } from '@/storage/orphans'
import { requireUser } from './read-user'

/**
 * Deletes an account and everything that belongs to it, which the foreign keys of the database see to. The files are
 * removed after the commit; if the server stops in between, the nightly clean-up finds them.
 *
 * @throws 404, then 403 as `canRemoveUser`, and for the last administrator.
 */
export async function removeUser(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const user = await requireUser(tx, username)
    if (!canRemoveUser(caller, user))
      throw user.role === 'owner' ? forbidden('you can not delete owner account') : forbidden()
    if (hasAdminRights(user.role) && (await countUsersWithRole(tx.db, ADMIN_ROLES)) === 1)
      throw forbidden('you can not delete your account, no other user has admin rights')
    await deleteUser(tx.db, user.id)
    for (const folder of foldersOf(user.id)) tx.afterCommit(() => tx.files.removeFolder(folder))
    tx.afterCommit(() => tx.inbox?.removeFolder(user.username))
  })
}
