import { type Role, roleAtLeast } from '@/caller'
import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import { deletePurposeTokens } from '@/db/queries/purpose-tokens'
import { type UserRow, updateUser } from '@/db/queries/users'
import type { InTransaction } from '@/db/transact'
import { withdraw } from '@/notify/notify'

/**
 * Gives an account another role and withdraws the notifications that only the old one may see. Moderators and above are
 * activated.
 */
export async function changeRole(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  role: Role,
): Promise<UserRow> {
  await withdraw(tx, 'role_changed', { userId, role })
  const user = await updateUser(tx.db, userId, { role })
  return roleAtLeast(role, 'moderator') ? setActive(tx, userId, true) : user
}

/** Activates or deactivates an account; either way a confirmation link mailed earlier becomes void. */
export async function setActive(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  active: boolean,
): Promise<UserRow> {
  await deletePurposeTokens(tx.db, userId, 'confirm_account')
  return updateUser(tx.db, userId, { is_active: toSqlBool(active) })
}
