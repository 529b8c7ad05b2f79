import { revokeChangeTokens } from '@/services/auth/action-tokens'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import { revokeGrantsBy } from '@/store/db/queries/accounts/oauth2-grants'
import { deletePasskeysOf } from '@/store/db/queries/accounts/passkeys'
import { deletePersonalTokensOf } from '@/store/db/queries/accounts/personal-tokens'
import { type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { endSessions } from '@/use-cases/accounts/sessions/end-sessions'

interface NewPassword {
  passwordHash: string
  /** Token of the session that continues; all others end. */
  keepSession?: string
}

/**
 * Sets a new password because the old one was lost or may be known to others. Ends all sessions, invalidates reset
 * links sent earlier, revokes the access of apps, and deletes personal access tokens and passkeys.
 */
export async function resetPassword(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  passwordHash: string,
): Promise<UserRow> {
  await revokeGrantsBy(tx.db, user.id, tx.clock.now())
  await deletePersonalTokensOf(tx.db, user.id)
  await deletePasskeysOf(tx.db, user.id)
  await recordAudit(tx, actor, 'password_reset', { subjectId: user.id })
  return replacePassword(tx, user, { passwordHash })
}

/**
 * Sets a new password, ends all other sessions and invalidates reset links sent earlier. Also cancels a change of
 * address that awaits confirmation, because an intruder with the previous password may have requested it.
 */
export async function replacePassword(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  { passwordHash, keepSession }: NewPassword,
): Promise<UserRow> {
  await revokeChangeTokens(tx, user.id)
  await endSessions(tx, user, keepSession)
  return updateUser(tx.db, user.id, { email_to_confirm: null, password_hash: passwordHash })
}
