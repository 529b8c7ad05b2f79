import { badRequest, invalidPayload } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import {
  findUserOfToken,
  issueActionToken,
  revokeChangeTokens,
} from '@/services/auth/action-tokens'
import { EMAIL_USED, formatProblems } from '@/services/auth/credentials'
import { type Actor, actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { emailUpdateToCurrentEmail, emailUpdateToNewEmail } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  findUserByEmail,
  getUserById,
  type UserRow,
  updateUser,
} from '@/store/db/queries/accounts/users'

interface EmailChange {
  email: string
  /** Whether to notify the current address too. False when an administrator makes the change. */
  notifyCurrentAddress: boolean
  device: Device | undefined
  actor: Actor
}

/** @throws 400 when another account has this address. */
async function requireFreeEmail(
  ctx: Pick<AppContext, 'db'>,
  email: string,
  userId: number,
): Promise<void> {
  const owner = await findUserByEmail(ctx.db, email)
  if (owner && owner.id !== userId) throw badRequest(formatProblems([EMAIL_USED]))
}

/**
 * Changes the email address of an account. If the server can send email, the change takes effect when the user follows
 * the link sent to the new address; otherwise at once.
 *
 * @throws 400 when another account has this address.
 */
export async function changeEmail(
  tx: InTransaction<AppContext>,
  user: UserRow,
  { email, notifyCurrentAddress, device, actor }: EmailChange,
): Promise<UserRow> {
  await requireFreeEmail(tx, email, user.id)
  if (!tx.config.mail) return applyEmail(tx, actor, user.id, email)
  const token = await issueActionToken(tx, user.id, 'change_email')
  if (notifyCurrentAddress) await postMail(tx, user, emailUpdateToCurrentEmail({ email, device }))
  await postMail(tx, { ...user, email }, emailUpdateToNewEmail({ token, device }))
  await recordAudit(tx, actor, 'email_change_requested', { subjectId: user.id })
  return updateUser(tx.db, user.id, { email_to_confirm: email })
}

/**
 * Replaces the address of an account. Cancels a change that awaits confirmation and invalidates password reset links
 * that were sent to the previous address.
 */
export async function applyEmail(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  actor: Actor,
  userId: number,
  email: string,
): Promise<UserRow> {
  await revokeChangeTokens(tx, userId)
  await recordAudit(tx, actor, 'email_changed', { subjectId: userId })
  return updateUser(tx.db, userId, { email, email_to_confirm: null })
}

/**
 * Completes a change of address.
 *
 * @throws 400 when the token is unknown or used, or another account has taken the address since.
 */
export async function confirmEmail(ctx: AppContext, token: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const userId = await findUserOfToken(tx, token, 'change_email')
    const user = userId === undefined ? undefined : await getUserById(tx.db, userId)
    if (!user?.email_to_confirm) throw invalidPayload()
    await requireFreeEmail(tx, user.email_to_confirm, user.id)
    await applyEmail(tx, actorOf(user), user.id, user.email_to_confirm)
  })
}
