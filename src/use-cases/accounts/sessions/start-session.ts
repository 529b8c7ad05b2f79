import { invalidCredentials } from '@/lib/errors'
import type { Device } from '@/lib/network/user-agent'
import { hashText } from '@/lib/text/digest'
import { SECOND } from '@/lib/time/clock'
import { formatLocalDay } from '@/lib/time/local-date'
import { LIFETIME_SECONDS } from '@/services/auth/session-tokens'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { insertSession, recordLastSeen } from '@/store/db/queries/accounts/sessions'
import { findUserById, type UserRow } from '@/store/db/queries/accounts/users'
import type { LoginMethod } from '@/store/db/schema/columns'

interface NewSession {
  device: Device | undefined
  method: LoginMethod
  /** Runs in the transaction that stores the session, with the account as it was before. */
  record?: (tx: InTransaction<AppContext>, user: UserRow) => Promise<void>
}

/**
 * Starts a session of an authenticated user and returns its token.
 *
 * @throws 401 when the sessions of the account were ended after `user` was read, for example with a new password.
 */
export async function startSession(
  ctx: AppContext,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  { device, method, record }: NewSession,
): Promise<string> {
  const token = await ctx.sessions.issue(user.id, user.session_epoch, true)
  await transact(ctx, async (tx) => {
    const current = await findUserById(tx.db, user.id)
    if (current?.session_epoch !== user.session_epoch) throw invalidCredentials()
    const now = tx.clock.now()
    const day = formatLocalDay(now, 'UTC')
    await insertSession(tx.db, {
      user_id: user.id,
      token_hash: hashText(token),
      created_at: now,
      last_seen_on: day,
      expires_at: now + LIFETIME_SECONDS * SECOND,
      os: device?.os ?? null,
      browser: device?.browser ?? null,
      login_method: method,
    })
    await recordLastSeen(tx.db, { userId: user.id, sessionId: null, day })
    await record?.(tx, current)
  })
  return token
}
