import { passwordProblems, problemLines } from '@/auth/credentials'
import { issuePurposeToken, ownerOfToken } from '@/auth/purpose-tokens'
import type { AppContext } from '@/context'
import { findUserByEmail, getUserById, type UserRow } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest, unauthorized } from '@/errors'
import { inEvenTime } from '@/lib/clock'
import type { Device } from '@/lib/user-agent'
import { passwordChange, passwordResetRequest } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'
import { mayMailLink } from './mail-limit'
import { resetPassword } from './replace-password'

export interface PasswordUpdate {
  /** The token of the mail. */
  token: string
  password: string
}

/**
 * Mails a reset link if an account has exactly this address and has not been sent too many; the answer reveals nothing.
 */
export function requestPasswordReset(
  ctx: AppContext,
  { email, device }: { email: string; device: Device | undefined },
): Promise<void> {
  const mail = () =>
    transact(ctx, async (tx) => {
      const user = await findUserByEmail(tx.db, email)
      if (user?.email === email) await mailResetLink(tx, user, device)
    })
  return inEvenTime(
    ctx.clock,
    mayMailLink(ctx, email).then((may) => (may ? mail() : undefined)),
  )
}

/** Mails a link for resetting the password, valid for an hour. */
export async function mailResetLink(
  tx: InTransaction<AppContext>,
  user: UserRow,
  device: Device | undefined,
): Promise<void> {
  const token = await issuePurposeToken(tx, user.id, 'reset_password')
  await postMail(tx, user, passwordResetRequest({ token, device }))
}

/**
 * Gives another password to the account that a reset link was mailed to; its sessions and the access of apps end.
 *
 * @throws 401 for a token that is unknown, used or expired, then 400 for a password that cannot be used.
 */
export async function updatePassword(
  ctx: AppContext,
  { token, password, device }: PasswordUpdate & { device: Device | undefined },
): Promise<void> {
  const owner = await requireResetOwner(ctx, token)
  const problems = passwordProblems(password, owner, ctx.config)
  if (problems.length > 0) throw badRequest(problemLines(problems))
  const passwordHash = await ctx.passwords.hash(password)
  await transact(ctx, async (tx) => {
    const user = await requireResetOwner(tx, token)
    await resetPassword(tx, user, passwordHash)
    await postMail(tx, user, passwordChange(device))
  })
}

async function requireResetOwner(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  token: string,
): Promise<UserRow> {
  const userId = await ownerOfToken(ctx, token, 'reset_password')
  if (userId === undefined) throw unauthorized('invalid token, please request a new token')
  return getUserById(ctx.db, userId)
}
