import { FieldErrors, passwordLoginOff, unauthorized } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { withMinimumDuration } from '@/lib/time/clock'
import { findUserOfToken, issueActionToken } from '@/services/auth/action-tokens'
import { findPasswordProblems } from '@/services/auth/credentials'
import { actorOf } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { passwordChange, passwordResetRequest } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { findUserByEmail, getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { resetPassword } from './change-password'
import { mayMailLink } from './limit-mailed-links'

export interface PasswordUpdate {
  /** The token in the link of the email. */
  token: string
  password: string
}

/**
 * Sends a reset link if an account has exactly this address and is below the rate limit. The response is the same in
 * all cases.
 *
 * @throws 403 when the server does not accept logins with passwords.
 */
export async function requestPasswordReset(
  ctx: AppContext,
  { email, device }: { email: string; device: Device | undefined },
): Promise<void> {
  if (ctx.config.login.passwords === 'off') throw passwordLoginOff()
  const mail = () =>
    transact(ctx, async (tx) => {
      const user = await findUserByEmail(tx.db, email)
      if (user?.email === email) await mailResetLink(tx, user, device)
    })
  await withMinimumDuration(
    ctx.clock,
    mayMailLink(ctx, email).then((may) => (may ? mail() : undefined)),
  )
}

/** Sends a link for resetting the password, valid for an hour. */
export async function mailResetLink(
  tx: InTransaction<AppContext>,
  user: UserRow,
  device: Device | undefined,
): Promise<void> {
  const token = await issueActionToken(tx, user.id, 'reset_password')
  await postMail(tx, user, passwordResetRequest({ token, device }))
}

/**
 * Sets a new password for the account that a reset link was sent to. Ends its sessions and the access of apps.
 *
 * @throws 401 when the token is unknown, used or expired, then 400 when the password is not acceptable.
 */
export async function updatePassword(
  ctx: AppContext,
  { token, password, device }: PasswordUpdate & { device: Device | undefined },
): Promise<void> {
  const owner = await requireResetOwner(ctx, token)
  const problems = findPasswordProblems(password, owner, ctx.config)
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: false })
  const passwordHash = await ctx.passwords.hash(password)
  await transact(ctx, async (tx) => {
    const user = await requireResetOwner(tx, token)
    await resetPassword(tx, actorOf(user), user, passwordHash)
    await postMail(tx, user, passwordChange(device))
  })
}

async function requireResetOwner(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  token: string,
): Promise<UserRow> {
  const userId = await findUserOfToken(ctx, token, 'reset_password')
  if (userId === undefined) throw unauthorized('invalid token, please request a new token')
  return getUserById(ctx.db, userId)
}
