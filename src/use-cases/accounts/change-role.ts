import { type Role, roleAtLeast } from '@/policy/caller'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import type { InTransaction } from '@/store/db/connections/transact'
import { deleteActionTokens } from '@/store/db/queries/accounts/action-tokens'
import { type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { toSqlBool } from '@/store/db/schema/columns'

type Deps = Pick<AppContext, 'db' | 'clock'>

/** Changes the role of an account as `setRole` does, and records who did it. */
export async function changeRole(
  tx: InTransaction<Deps>,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'role'>,
  role: Role,
): Promise<void> {
  await setRole(tx, user.id, role)
  await recordAudit(tx, actor, 'role_changed', {
    subjectId: user.id,
    details: { from: user.role, to: role },
  })
}

/** Activates or deactivates an account as `setActive` does, and records who did it. */
export async function changeActivation(
  tx: InTransaction<Deps>,
  actor: Actor,
  userId: number,
  active: boolean,
): Promise<void> {
  await setActive(tx, userId, active)
  const action = active ? 'account_activated' : 'account_deactivated'
  await recordAudit(tx, actor, action, { subjectId: userId })
}

/**
 * Changes the role of an account and withdraws notifications that the new role may not see. Activates moderators,
 * administrators and owners.
 */
export async function setRole(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  role: Role,
): Promise<UserRow> {
  await withdraw(tx, 'role_changed', { userId, role })
  const user = await updateUser(tx.db, userId, { role })
  return roleAtLeast(role, 'moderator') ? setActive(tx, userId, true) : user
}

/** Activates or deactivates an account. Both invalidate confirmation links sent earlier. */
export async function setActive(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  active: boolean,
): Promise<UserRow> {
  await deleteActionTokens(tx.db, userId, 'confirm_account')
  return updateUser(tx.db, userId, { is_active: toSqlBool(active) })
}
