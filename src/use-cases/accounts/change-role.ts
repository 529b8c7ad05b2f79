import { type Role, roleAtLeast } from '@/caller'
import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import { deletePurposeTokens } from '@/db/queries/purpose-tokens'
import { type UserRow, updateUser } from '@/db/queries/users'
import type { InTransaction } from '@/db/transact'
import { withdraw } from '@/notify/notify'

/** Gives an account another role; moderators and above are activated. What only the old role was told is taken back. */
export async function changeRole(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  role: Role,
): Promise<UserRow> {
  await withdraw(tx, 'role_changed', { userId, role })
  const user = await updateUser(tx.db, userId, { role })
  return roleAtLeast(role, 'moderator') ? setActive(tx, userId, true) : user
}

/** Opens or closes an account; a confirmation link that was mailed before is void in both cases. */
export async function setActive(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  active: boolean,
): Promise<UserRow> {
  await deletePurposeTokens(tx.db, userId, 'confirm_account')
  return updateUser(tx.db, userId, { is_active: toSqlBool(active) })
}
