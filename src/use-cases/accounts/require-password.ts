import { invalidCredentials, recentLoginRequired } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { MINUTE } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { findSessionStart } from '@/store/db/queries/accounts/sessions'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'

/** Milliseconds after a login in which it replaces the password of an account without one. */
const RECENT = 10 * MINUTE

/** Whether an account has a password that its user can log in with. */
export const hasPassword = (
  { config }: Pick<AppContext, 'config'>,
  { password_hash }: Pick<UserRow, 'password_hash'>,
): boolean => password_hash !== '' && config.login.passwords !== 'off'

/**
 * Requires the caller's password for a change that a stolen session must not be enough for, or a recent login if the
 * account has no password. Returns the account.
 *
 * @throws 401 for a wrong password; 403 when the caller has to log in again.
 */
export async function requirePassword(
  ctx: AppContext,
  caller: Caller,
  password: unknown,
): Promise<UserRow> {
  const user = await getUserById(ctx.db, caller.userId)
  if (!hasPassword(ctx, user)) {
    await requireRecentLogin(ctx, caller)
    return user
  }
  const typed = typeof password === 'string' ? password : ''
  if (!(await ctx.passwords.matches(typed, user.password_hash))) throw invalidCredentials()
  return user
}

async function requireRecentLogin({ db, clock }: AppContext, { token }: Caller): Promise<void> {
  const start = await findSessionStart(db, hashText(token))
  if (start === undefined || start < clock.now() - RECENT) throw recentLoginRequired()
}
