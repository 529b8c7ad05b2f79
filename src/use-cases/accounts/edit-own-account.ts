import { emailProblems, passwordProblems, problemLines } from '@/auth/credentials'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { revokeGrantsBy } from '@/db/queries/oauth2-grants'
import { deletePersonalTokensOf } from '@/db/queries/personal-tokens'
import { getUserById, type UserRow, updateUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
import { badRequest, invalidCredentials, invalidPayload } from '@/errors'
import type { Device } from '@/lib/user-agent'
import { passwordChange } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'
import { changeEmail } from './change-email'
import { requireMayMailLink } from './mail-limit'
import { replacePassword } from './replace-password'

/** Values of any type: each has a message of its own, in the order of the contract. */
export interface OwnAccountChanges {
  email?: unknown
  /** The current password. */
  password?: unknown
  new_password?: unknown
  /** `true` also ends what apps may do in the caller's name, and personal tokens. */
  revoke_apps?: boolean
}

/**
 * Changes the password and address of the caller's account. The caller's session continues, all others end with the old
 * password; a new address must be confirmed first.
 *
 * @throws 400, and 401 for a wrong password, with the first problem in the order of the contract; 429 for a new address
 * after too many of them.
 */
export async function editOwnAccount(
  ctx: AppContext,
  caller: Caller,
  { device, ...input }: OwnAccountChanges & { device: Device | undefined },
): Promise<void> {
  const { email, password, newPassword } = requireTexts(input)
  const known = await getUserById(ctx.db, caller.userId)
  if (!(await ctx.passwords.matches(password, known.password_hash))) throw invalidCredentials()
  requireUsable(ctx, known, { email, newPassword })
  if (ctx.config.mail && email !== known.email) await requireMayMailLink(ctx, known.id, email)
  const passwordHash = newPassword === undefined ? undefined : await ctx.passwords.hash(newPassword)
  await transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, known.id)
    // It was reset meanwhile.
    if (user.password_hash !== known.password_hash) throw invalidCredentials()
    if (passwordHash !== undefined) {
      await replacePassword(tx, user, { passwordHash, keepSession: caller.token })
      await postMail(tx, user, passwordChange(device))
    }
    if (input.revoke_apps) {
      await revokeGrantsBy(tx.db, user.id, tx.clock.now())
      await deletePersonalTokensOf(tx.db, user.id)
    }
    if (email !== user.email)
      await changeEmail(tx, user, { email, device, tellPresentAddress: true })
  })
}

function requireTexts({ email, password, new_password }: OwnAccountChanges) {
  if (!email) throw badRequest('email is missing')
  if (!password) throw badRequest('current password is missing')
  if (typeof email !== 'string' || typeof password !== 'string') throw invalidPayload()
  const newPassword = new_password ?? undefined
  if (newPassword !== undefined && typeof newPassword !== 'string') throw invalidPayload()
  return { email, password, newPassword }
}

function requireUsable(
  { config }: AppContext,
  user: UserRow,
  { email, newPassword }: { email: string; newPassword: string | undefined },
): void {
  const problems = [
    ...(email === user.email ? [] : emailProblems(email)),
    ...(newPassword === undefined ? [] : passwordProblems(newPassword, { ...user, email }, config)),
  ]
  if (problems.length > 0) throw badRequest(problemLines(problems))
}

/** Records that the caller accepts the current privacy policy. */
export async function acceptPolicy(ctx: AppContext, caller: Caller): Promise<void> {
  await transact(ctx, ({ db, clock }) =>
    updateUser(db, caller.userId, { accepted_policy_at: clock.now() }),
  )
}
