import { invalidCredentials, passwordLoginOff, withErrorMessage } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import type { LoginClient } from '@/services/auth/known-devices'
import { isOutdatedHash } from '@/services/auth/passwords'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { insertBlacklistedToken } from '@/store/db/queries/accounts/blacklisted-tokens'
import { deleteSessionOfToken } from '@/store/db/queries/accounts/sessions'
import {
  findUserByEmail,
  findUserById,
  type UserRow,
  updateUser,
} from '@/store/db/queries/accounts/users'
import { limitCodes } from '@/use-cases/accounts/two-factor/limit-codes'
import { requireCode } from '@/use-cases/accounts/two-factor/require-code'
import { startLogin } from './start-login'

export interface Login {
  email: string
  password: string
  /** For an account with two-factor login: a code of the authenticator app, or a recovery code. */
  code: string
  client: LoginClient
}

/**
 * Starts a session. Returns its token and the account. Notifies the user by mail if the device is unknown, unless it is
 * the first login.
 *
 * @throws 403 when the server does not accept passwords. The same 401 for an unknown address, a wrong password and an inactive
 * account. Only the right password gets the 401 for a missing or wrong code, and the 429 after too many of them.
 */
export async function logIn(
  ctx: AppContext,
  { email, password, code, client }: Login,
): Promise<{ token: string; user: UserRow }> {
  if (ctx.config.login.passwords === 'off') throw passwordLoginOff()
  const user = await findUserByEmail(ctx.db, email)
  const matches = await ctx.passwords.matches(password, user?.password_hash)
  if (!user || !matches || user.is_active === 0) throw invalidCredentials()
  if (isOutdatedHash(user.password_hash)) await renewHash(ctx, user, password)
  const start = () =>
    startLogin(ctx, user, {
      client,
      method: 'password',
      check: (tx, current) => requireCode(tx, current, code),
    })
  const token = await limitCodes(ctx, user.id, start)
  return { token, user }
}

/** Hashes a password with the current parameters and stores it, unless the password was changed since the check. */
async function renewHash(ctx: AppContext, former: UserRow, password: string): Promise<void> {
  const passwordHash = await ctx.passwords.hash(password)
  await transact(ctx, async ({ db }) => {
    const user = await findUserById(db, former.id)
    if (user?.password_hash === former.password_hash)
      await updateUser(db, user.id, { password_hash: passwordHash })
  })
}

/** Ends the session of the caller's token. */
export async function logOut(ctx: AppContext, caller: Caller): Promise<void> {
  const session = await ctx.sessions.verify(caller.token)
  if (!session.valid) return
  const ended = {
    token_hash: hashText(caller.token),
    expires_at: session.claims.expiresAt,
    blacklisted_at: ctx.clock.now(),
  }
  const end = () =>
    transact(ctx, async (tx) => {
      await insertBlacklistedToken(tx.db, ended)
      await deleteSessionOfToken(tx.db, ended.token_hash)
      await recordAudit(tx, caller, 'logged_out', { subjectId: caller.userId })
    })
  await withErrorMessage('error on token blacklist', end, 'error')
}
