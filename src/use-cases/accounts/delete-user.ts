import { forbidden } from '@/lib/errors'
import { Failure } from '@/lib/failure'
import type { Caller } from '@/policy/caller'
import { ADMIN_ROLES, canRemoveUser, hasAdminRights } from '@/policy/user'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { emptyLog } from '@/store/db/connections/maintenance'
import { transact, undoing } from '@/store/db/connections/transact'
import { eraseAuditDetails } from '@/store/db/queries/accounts/audit-entries'
import { countUsersWithRole, deleteUser, type UserRow } from '@/store/db/queries/accounts/users'
import { requireVacuum } from '@/store/db/queries/tasks/job-runs'
import { foldersOf, removeLostFilesOf } from '@/store/files/orphans'
import { requireUser } from '@/use-cases/views/user'

/**
 * Deletes an account and all its data; foreign keys delete the dependent rows. Files are deleted after the commit; if
 * the server stops before that, the nightly clean-up deletes them. SQLite overwrites the deleted rows, and the
 * write-ahead log, which contains previous versions of the pages, is truncated. Copies that SQLite left behind when it
 * moved rows may remain readable until the next vacuum, which runs when the server is idle.
 *
 * @throws 404, then 403 as `canRemoveUser`, and for the last administrator; a Failure for the last one in a command.
 */
export async function deleteAccount(
  ctx: AppContext,
  caller: Caller | 'command',
  username: string,
): Promise<void> {
  const { files, inbox } = ctx
  const { id } = await requireDeletableUser(ctx, caller, username)
  // The mark lets the clean-up find the folder if the server stops between the commit and the deletion.
  await inbox
    ?.markDeleted(username, id)
    .catch((error) => ctx.log.warn({ err: error }, 'could not mark the inbox of a deleted account'))
  await transact(ctx, async (tx) => {
    const user = await requireDeletableUser(tx, caller, username)
    await recordAudit(tx, caller, 'account_deleted', { subjectId: user.id })
    await eraseAuditDetails(tx.db, user.id)
    await deleteUser(tx.db, user.id)
    await requireVacuum(tx.db)
    for (const folder of foldersOf(user.id)) tx.afterCommit(() => files.removeFolder(folder))
    tx.afterCommit(() => removeLostFilesOf(files, user.id))
    tx.afterCommit(() => inbox?.removeFolder(user.username))
    tx.afterCommit(() => emptyLog(ctx.db, ctx.checkpoint))
  }).catch(undoing(async () => inbox?.unmarkDeleted(username)))
}

const lastAdministrator = ({ username }: UserRow) =>
  new Failure(
    'denied',
    `${username} is the last administrator. Give another account that role first: milepost users update NAME --set-role owner`,
  )

async function requireDeletableUser(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller | 'command',
  username: string,
): Promise<UserRow> {
  const user = await requireUser(ctx, username)
  if (caller !== 'command' && !canRemoveUser(caller, user))
    throw user.role === 'owner' ? forbidden('you can not delete owner account') : forbidden()
  if (hasAdminRights(user.role) && (await countUsersWithRole(ctx.db, ADMIN_ROLES)) === 1)
    throw caller === 'command'
      ? lastAdministrator(user)
      : forbidden('you can not delete your account, no other user has admin rights')
  return user
}
