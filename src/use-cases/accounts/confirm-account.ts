import { issuePurposeToken, ownerOfToken } from '@/auth/purpose-tokens'
import type { AppContext } from '@/context'
import { hasPurposeToken } from '@/db/queries/purpose-tokens'
import { findUserByEmail, type UserRow } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import { invalidPayload } from '@/errors'
import { inEvenTime } from '@/lib/clock'
import { accountConfirmation } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'
import { setActive } from './change-role'
import { mayMailLink } from './mail-limit'

export async function askForConfirmation(
  tx: InTransaction<AppContext>,
  user: UserRow,
): Promise<void> {
  const token = await issuePurposeToken(tx, user.id, 'confirm_account')
  await postMail(tx, user, accountConfirmation(token))
}

/**
 * Activates the account a confirmation token was mailed to, and begins a session.
 *
 * @throws 400 for a token that is unknown, replaced or used.
 */
export async function confirmAccount(ctx: AppContext, token: string): Promise<string> {
  const user = await transact(ctx, async (tx) => {
    const userId = await ownerOfToken(tx, token, 'confirm_account')
    if (userId === undefined) throw invalidPayload()
    return setActive(tx, userId, true)
  })
  return ctx.sessions.issue(user.id, user.session_epoch)
}

/**
 * Mails a new confirmation link if an account with exactly this address is still waiting for one and has not been sent
 * too many; the answer reveals nothing. Accounts deactivated by an administrator are not waiting for one.
 */
export function resendConfirmation(ctx: AppContext, email: string): Promise<void> {
  const mail = () =>
    transact(ctx, async (tx) => {
      const user = await findUserByEmail(tx.db, email)
      if (user?.email !== email || user.is_active === 1) return
      if (await hasPurposeToken(tx.db, user.id, 'confirm_account'))
        await askForConfirmation(tx, user)
    })
  return inEvenTime(
    ctx.clock,
    mayMailLink(ctx, email).then((may) => (may ? mail() : undefined)),
  )
}
