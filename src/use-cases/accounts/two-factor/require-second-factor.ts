import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { hasPassword } from '@/use-cases/accounts/require-password'
import { limitCodes } from './limit-codes'
import { requireCode } from './require-code'

/**
 * Requires a code of a user with two-factor login, whose password was checked before, and uses it up. Two-factor login
 * protects passwords: an account without one has logged in recently instead.
 *
 * @throws 401 for a missing or wrong code; 429 after too many wrong ones.
 */
export async function requireSecondFactor(
  ctx: AppContext,
  user: UserRow,
  code: string,
): Promise<void> {
  if (hasPassword(ctx, user))
    await limitCodes(ctx, user.id, () => transact(ctx, (tx) => requireCode(tx, user, code)))
}
