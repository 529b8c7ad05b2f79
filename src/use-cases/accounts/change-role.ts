import type { Role } from '@/caller'
import type { AppContext } from '@/context'
import { type UserRow, updateUser } from '@/db/queries/users'
import { withdraw } from '@/notify/notify'

/** Gives an account another role; what only the old one was to be told is taken back. */
export async function changeRole(
  tx: Pick<AppContext, 'db'>,
  userId: number,
  role: Role,
): Promise<UserRow> {
  await withdraw(tx, 'role_changed', { userId, role })
  return updateUser(tx.db, userId, { role })
}
