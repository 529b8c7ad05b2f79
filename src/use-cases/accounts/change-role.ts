import { type Role, roleAtLeast } from '@/policy/caller'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { accountActivation } from '@/services/mail/messages/registration'
import { postMail } from '@/services/mail/queue'
import { withdraw } from '@/services/notifications/notify'
import type { InTransaction } from '@/store/db/connections/transact'
import { deleteActionTokens } from '@/store/db/queries/accounts/action-tokens'
import { acceptInvitationTo } from '@/store/db/queries/accounts/invitations'
import { deleteRegistrationRequest } from '@/store/db/queries/accounts/registration-requests'
import { getUserById, type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { unassignReports } from '@/store/db/queries/social/reports'
import { toSqlBool } from '@/store/db/schema/columns'

/** Changes the role of an account as `setRole` does, and records who did it. */
export async function changeRole(
  tx: InTransaction<AppContext>,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'role'>,
  role: Role,
): Promise<void> {
  const before = await getUserById(tx.db, user.id)
  const changed = await setRole(tx, user.id, role)
  await recordAudit(tx, actor, 'role_changed', {
    subjectId: user.id,
    details: { from: user.role, to: role },
  })
  await mailActivation(tx, before, changed)
}

/** Activates or deactivates an account as `setActive` does, records who did it, and emails users who can now log in. */
export async function changeActivation(
  tx: InTransaction<AppContext>,
  actor: Actor,
  userId: number,
  active: boolean,
): Promise<void> {
  const before = await getUserById(tx.db, userId)
  const changed = await setActive(tx, userId, active)
  const action = active ? 'account_activated' : 'account_deactivated'
  await recordAudit(tx, actor, action, { subjectId: userId })
  await mailActivation(tx, before, changed)
}

async function mailActivation(
  tx: InTransaction<AppContext>,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  if (before.is_active === 0 && after.is_active === 1) await postMail(tx, after, accountActivation)
}

/**
 * Changes the role of an account, and withdraws notifications and assigned reports that the new role may not see. Activates moderators,
 * administrators and owners.
 */
export async function setRole(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  userId: number,
  role: Role,
): Promise<UserRow> {
  await withdraw(tx, 'role_changed', { userId, role })
  if (!roleAtLeast(role, 'moderator')) await unassignReports(tx.db, userId)
  const user = await updateUser(tx.db, userId, { role })
  return roleAtLeast(role, 'moderator') ? setActive(tx, userId, true) : user
}

/**
 * Activates or deactivates an account. Both invalidate confirmation links sent earlier; activation also ends the wait
 * for approval, and an invitation of the address that was not used.
 */
export async function setActive(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  userId: number,
  active: boolean,
): Promise<UserRow> {
  await deleteActionTokens(tx.db, userId, 'confirm_account')
  const user = await updateUser(tx.db, userId, { is_active: toSqlBool(active) })
  if (active) {
    await deleteRegistrationRequest(tx.db, userId)
    await acceptInvitationTo(tx.db, user.email, { userId, at: tx.clock.now() })
  }
  return user
}
