import { invalidPayload } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { withMinimumDuration } from '@/lib/time/clock'
import { ADMIN_ROLES } from '@/policy/user'
import { findUserOfToken, issueActionToken } from '@/services/auth/action-tokens'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { accountConfirmation } from '@/services/mail/messages/account'
import { registrationToApprove } from '@/services/mail/messages/registration'
import { postMail } from '@/services/mail/queue'
import { notify } from '@/services/notifications/notify'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { deleteActionTokens, hasActionToken } from '@/store/db/queries/accounts/action-tokens'
import {
  confirmRegistrationRequest,
  findRegistrationRequest,
} from '@/store/db/queries/accounts/registration-requests'
import {
  findUserByEmail,
  getUserById,
  listActiveUserIds,
  loadUsers,
  type UserRow,
} from '@/store/db/queries/accounts/users'
import { setActive } from '@/use-cases/accounts/change-role'
import { mayMailLink } from '@/use-cases/accounts/limit-mailed-links'
import { startSession } from '@/use-cases/accounts/sessions/start-session'

export async function requestConfirmation(
  tx: InTransaction<AppContext>,
  user: UserRow,
): Promise<void> {
  const token = await issueActionToken(tx, user.id, 'confirm_account')
  await postMail(tx, user, accountConfirmation(token))
}

/**
 * Confirms the address that a token was sent to. Activates the account and returns the token of a new session, or
 * undefined for an account that an administrator must approve first.
 *
 * @throws 400 when the token is unknown, replaced or used.
 */
export async function confirmAccount(
  ctx: AppContext,
  { token, device }: { token: string; device: Device | undefined },
): Promise<{ token: string; user: UserRow } | undefined> {
  const user = await transact(ctx, async (tx) => {
    const userId = await findUserOfToken(tx, token, 'confirm_account')
    if (userId === undefined) throw invalidPayload()
    if (await findRegistrationRequest(tx.db, userId)) return requestApproval(tx, userId)
    const confirmed = await setActive(tx, userId, true)
    await recordAudit(tx, actorOf(confirmed), 'account_activated', { subjectId: userId })
    return confirmed
  })
  return user && { token: await startSession(ctx, user, { device, method: 'link' }), user }
}

/** Notifies the administrators that an applicant with a confirmed address waits for approval. */
export async function requestApproval(
  tx: InTransaction<AppContext>,
  userId: number,
): Promise<undefined> {
  await deleteActionTokens(tx.db, userId, 'confirm_account')
  await confirmRegistrationRequest(tx.db, userId, tx.clock.now())
  await notify(tx, 'account_created', { userId })
  const { username } = await getUserById(tx.db, userId)
  const administrators = await listActiveUserIds(tx.db, ADMIN_ROLES)
  for (const administrator of (await loadUsers(tx.db, administrators)).values())
    await postMail(tx, administrator, registrationToApprove(username))
}

/**
 * Sends a new confirmation link if an account with exactly this address awaits confirmation and is below the rate
 * limit. The response is the same in all cases, so it does not reveal which addresses have accounts. Accounts that an
 * administrator deactivated do not await confirmation.
 */
export function resendConfirmation(ctx: AppContext, email: string): Promise<void> {
  const mail = () =>
    transact(ctx, async (tx) => {
      const user = await findUserByEmail(tx.db, email)
      if (user?.email !== email || user.is_active === 1) return
      if (await hasActionToken(tx.db, user.id, 'confirm_account'))
        await requestConfirmation(tx, user)
    })
  return withMinimumDuration(
    ctx.clock,
    mayMailLink(ctx, email).then((may) => (may ? mail() : undefined)),
  )
}
