import { isOutdatedHash } from '@/auth/passwords'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { insertBlacklistedToken } from '@/db/queries/blacklisted-tokens'
import { findUserByEmail, updateUser } from '@/db/queries/users'
import { invalidCredentials, withFailureText } from '@/errors'
import { digestOf } from '@/lib/digest'

export interface Login {
  email: string
  password: string
}

/**
 * The token of a new session.
 *
 * @throws 401 alike for an unknown address, a wrong password and an inactive account.
 */
export async function logIn(ctx: AppContext, { email, password }: Login): Promise<string> {
  const user = await findUserByEmail(ctx.db, email)
  const matches = await ctx.passwords.matches(password, user?.password_hash)
  if (!user || !matches || user.is_active === 0) throw invalidCredentials()
  if (isOutdatedHash(user.password_hash))
    await updateUser(ctx.db, user.id, { password_hash: await ctx.passwords.hash(password) })
  return ctx.sessions.issue(user.id, user.session_epoch)
}

/** Ends the session of the caller's token. */
export async function logOut(ctx: AppContext, caller: Caller): Promise<void> {
  const session = ctx.sessions.check(caller.token)
  if (!session.valid) return
  const ended = {
    token_hash: digestOf(caller.token),
    expires_at: session.claims.expiresAt,
    blacklisted_at: ctx.clock.now(),
  }
  const end = async () => void (await insertBlacklistedToken(ctx.db, ended))
  await withFailureText('error on token blacklist', end, 'error')
}
