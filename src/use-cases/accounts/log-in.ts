import { invalidCredentials, withErrorMessage } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { hashText } from '@/lib/text/digest'
import type { Caller } from '@/policy/caller'
import { isOutdatedHash } from '@/services/auth/passwords'
import { actorOf, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { insertBlacklistedToken } from '@/store/db/queries/accounts/blacklisted-tokens'
import {
  findUserByEmail,
  findUserById,
  type UserRow,
  updateUser,
} from '@/store/db/queries/accounts/users'

export interface Login {
  email: string
  password: string
  device: Device | undefined
}

/**
 * Starts a session. Returns its token and the account.
 *
 * @throws the same 401 for an unknown address, a wrong password and an inactive account.
 */
export async function logIn(
  ctx: AppContext,
  { email, password, device }: Login,
): Promise<{ token: string; user: UserRow }> {
  const user = await findUserByEmail(ctx.db, email)
  const matches = await ctx.passwords.matches(password, user?.password_hash)
  if (!user || !matches || user.is_active === 0) throw invalidCredentials()
  if (isOutdatedHash(user.password_hash)) await renewHash(ctx, user, password)
  const token = await ctx.sessions.issue(user.id, user.session_epoch)
  await transact(ctx, (tx) =>
    recordAudit(tx, actorOf(user), 'logged_in', {
      subjectId: user.id,
      ...(device && { details: { ...device } }),
    }),
  )
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
      await recordAudit(tx, caller, 'logged_out', { subjectId: caller.userId })
    })
  await withErrorMessage('error on token blacklist', end, 'error')
}
