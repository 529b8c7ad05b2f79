import { invalidPayload } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { withMinimumDuration } from '@/lib/time/clock'
import { findUserOfToken, issueActionToken } from '@/services/auth/action-tokens'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { accountConfirmation } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { hasActionToken } from '@/store/db/queries/accounts/action-tokens'
import { findUserByEmail, type UserRow } from '@/store/db/queries/accounts/users'
import { startSession } from '@/use-cases/accounts/sessions/start-session'
import { setActive } from './change-role'
import { mayMailLink } from './limit-mailed-links'

export async function requestConfirmation(
  tx: InTransaction<AppContext>,
  user: UserRow,
): Promise<void> {
  const token = await issueActionToken(tx, user.id, 'confirm_account')
  await postMail(tx, user, accountConfirmation(token))
}

/**
 * Activates the account that a confirmation token was sent to, and returns the token of a new session.
 *
 * @throws 400 when the token is unknown, replaced or used.
 */
export async function confirmAccount(
  ctx: AppContext,
  { token, device }: { token: string; device: Device | undefined },
): Promise<{ token: string; user: UserRow }> {
  const user = await transact(ctx, async (tx) => {
    const userId = await findUserOfToken(tx, token, 'confirm_account')
    if (userId === undefined) throw invalidPayload()
    const confirmed = await setActive(tx, userId, true)
    await recordAudit(tx, actorOf(confirmed), 'account_activated', { subjectId: userId })
    return confirmed
  })
  return { token: await startSession(ctx, user, { device }), user }
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
