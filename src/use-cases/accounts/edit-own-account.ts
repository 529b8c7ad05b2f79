import { badRequest, FieldErrors, invalidCredentials, invalidPayload } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import type { Caller } from '@/policy/caller'
import { findEmailProblems, findPasswordProblems } from '@/services/auth/credentials'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { passwordChange } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { transact } from '@/store/db/connections/transact'
import { revokeGrantsBy } from '@/store/db/queries/accounts/oauth2-grants'
import { deletePersonalTokensOf } from '@/store/db/queries/accounts/personal-tokens'
import { getUserById, type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { changeEmail } from './change-email'
import { replacePassword } from './change-password'
import { requireMayMailLink } from './limit-mailed-links'
import { hasPassword, requirePassword } from './require-password'
import { requireSecondFactor } from './two-factor/require-second-factor'

/** Fields have type unknown because each has its own error message, and the contract defines their order. */
export interface AccountChanges {
  email?: unknown
  /** The current password, if the account has one. */
  password?: unknown
  new_password?: unknown
  /** With two-factor login: a code of the authenticator app, or a recovery code. */
  code?: unknown
  /** `true` also revokes the access of apps and deletes personal access tokens. */
  revoke_apps?: boolean
}

/**
 * Changes the password and email address of the caller's account. A new password ends all sessions except the caller's.
 * A new address must be confirmed first. Returns the account if the password was changed.
 *
 * @throws 400, or 401 for a wrong password, with the first problem in the order of the contract; 401 for a wrong or
 * missing two-factor code; 403 when the account has no password and the caller has to log in again; 429 when the caller
 * has requested too many changes of address, or used too many wrong codes.
 */
export async function editOwnAccount(
  ctx: AppContext,
  caller: Caller,
  { device, ...input }: AccountChanges & { device: Device | undefined },
): Promise<UserRow | undefined> {
  const { email, password, newPassword } = requireTexts(
    input,
    hasPassword(ctx, await getUserById(ctx.db, caller.userId)),
  )
  const known = await requirePassword(ctx, caller, password)
  requireUsable(ctx, known, { email, newPassword })
  if (ctx.config.mail && email !== known.email) await requireMayMailLink(ctx, known.id, email)
  // Last, because a code is used up even if the change is rejected.
  await requireSecondFactor(ctx, known, typeof input.code === 'string' ? input.code : '')
  const passwordHash = newPassword === undefined ? undefined : await ctx.passwords.hash(newPassword)
  return transact(ctx, async (tx) => {
    const user = await getUserById(tx.db, known.id)
    // The password was changed after the check above.
    if (user.password_hash !== known.password_hash) throw invalidCredentials()
    if (passwordHash !== undefined) {
      await replacePassword(tx, user, { passwordHash, keepSession: caller.token })
      await recordAudit(tx, caller, 'password_changed', { subjectId: user.id })
      await postMail(tx, user, passwordChange(device))
    }
    if (input.revoke_apps) {
      await revokeGrantsBy(tx.db, user.id, tx.clock.now())
      await deletePersonalTokensOf(tx.db, user.id)
      await recordAudit(tx, caller, 'app_access_revoked', { subjectId: user.id })
    }
    if (email !== user.email)
      await changeEmail(tx, user, { email, device, actor: caller, notifyCurrentAddress: true })
    return passwordHash === undefined ? undefined : getUserById(tx.db, user.id)
  })
}

function requireTexts({ email, password, new_password }: AccountChanges, needsPassword: boolean) {
  if (!email) throw badRequest('email is missing')
  if (!password && needsPassword) throw badRequest('current password is missing')
  if (typeof email !== 'string') throw invalidPayload()
  if (typeof password !== 'string' && needsPassword) throw invalidPayload()
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
    ...(email === user.email ? [] : findEmailProblems(email)),
    ...(newPassword === undefined
      ? []
      : findPasswordProblems(newPassword, { ...user, email }, config)),
  ]
  if (problems.length > 0) throw new FieldErrors(problems, { isRegistration: false })
}

/** Records that the caller accepts the current privacy policy. */
export async function acceptPolicy(ctx: AppContext, caller: Caller): Promise<void> {
  await transact(ctx, ({ db, clock }) =>
    updateUser(db, caller.userId, { accepted_policy_at: clock.now() }),
  )
}
