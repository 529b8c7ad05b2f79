import { EMAIL_USED, problemLines } from '@/auth/credentials'
import { issuePurposeToken, ownerOfToken, voidChanges } from '@/auth/purpose-tokens'
import type { AppContext } from '@/context'
import { findUserByEmail, getUserById, type UserRow, updateUser } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest, invalidPayload } from '@/errors'
import type { Device } from '@/lib/user-agent'
import { emailUpdateToCurrentEmail, emailUpdateToNewEmail } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'

interface EmailChange {
  email: string
  /** Whether the current address is told: not when an administrator makes the change. */
  tellPresentAddress: boolean
  device: Device | undefined
}

/** @throws 400 when another account has this address. */
async function requireFreeEmail(
  ctx: Pick<AppContext, 'db'>,
  email: string,
  userId: number,
): Promise<void> {
  const owner = await findUserByEmail(ctx.db, email)
  if (owner && owner.id !== userId) throw badRequest(problemLines([EMAIL_USED]))
}

/**
 * Gives an account another address: as soon as the link mailed to it is followed, or at once while this server sends no
 * mail.
 *
 * @throws 400 when another account has this address.
 */
export async function changeEmail(
  tx: InTransaction<AppContext>,
  user: UserRow,
  { email, tellPresentAddress, device }: EmailChange,
): Promise<UserRow> {
  await requireFreeEmail(tx, email, user.id)
  if (!tx.config.mail) return applyEmail(tx, user.id, email)
  const token = await issuePurposeToken(tx, user.id, 'change_email')
  if (tellPresentAddress) await postMail(tx, user, emailUpdateToCurrentEmail({ email, device }))
  await postMail(tx, { ...user, email }, emailUpdateToNewEmail({ token, device }))
  return updateUser(tx.db, user.id, { email_to_confirm: email })
}

/**
 * Replaces the address of an account; a change that waited for confirmation is dropped, and links for another password
 * that were mailed to the former address become void.
 */
export async function applyEmail(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  userId: number,
  email: string,
): Promise<UserRow> {
  await voidChanges(tx, userId)
  return updateUser(tx.db, userId, { email, email_to_confirm: null })
}

/**
 * Gives an account the address that the token was mailed to.
 *
 * @throws 400 for a token that is unknown or used, or when another account has the address by now.
 */
export async function confirmEmail(ctx: AppContext, token: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const userId = await ownerOfToken(tx, token, 'change_email')
    const user = userId === undefined ? undefined : await getUserById(tx.db, userId)
    if (!user?.email_to_confirm) throw invalidPayload()
    await requireFreeEmail(tx, user.email_to_confirm, user.id)
    await applyEmail(tx, user.id, user.email_to_confirm)
  })
}
