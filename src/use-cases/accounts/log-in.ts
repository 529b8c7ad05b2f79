import { isOutdatedHash } from '@/auth/passwords'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { insertBlacklistedToken } from '@/db/queries/blacklisted-tokens'
import { findUserByEmail, findUserById, type UserRow, updateUser } from '@/db/queries/users'
import { transact } from '@/db/transact'
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
  if (isOutdatedHash(user.password_hash)) await renewHash(ctx, user, password)
  return ctx.sessions.issue(user.id, user.session_epoch)
}

/** Stores the hash of a password with today's parameters, unless the account has been given another one meanwhile. */
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
  const session = ctx.sessions.check(caller.token)
  if (!session.valid) return
  const ended = {
    token_hash: digestOf(caller.token),
    expires_at: session.claims.expiresAt,
    blacklisted_at: ctx.clock.now(),
  }
  const end = () => transact(ctx, async ({ db }) => void (await insertBlacklistedToken(db, ended)))
  await withFailureText('error on token blacklist', end, 'error')
}
