import { voidChanges } from '@/auth/purpose-tokens'
import type { AppContext } from '@/context'
import { revokeGrantsBy } from '@/db/queries/oauth2-grants'
import { deletePersonalTokensOf } from '@/db/queries/personal-tokens'
import { type UserRow, updateUser } from '@/db/queries/users'
import type { InTransaction } from '@/db/transact'
import { digestOf } from '@/lib/digest'

interface NewPassword {
  passwordHash: string
  /** Token of the session that continues; all others end. */
  keepSession?: string
}

/**
 * Gives an account another password because the old one is lost or may be known to others: sessions end, reset links
 * mailed earlier become void, apps lose the access granted in the account's name, and personal tokens are gone.
 */
export async function resetPassword(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  passwordHash: string,
): Promise<UserRow> {
  await revokeGrantsBy(tx.db, user.id, tx.clock.now())
  await deletePersonalTokensOf(tx.db, user.id)
  return replacePassword(tx, user, { passwordHash })
}

/**
 * Gives an account another password: sessions end, and reset links mailed earlier become void. So does a change of the
 * address that waits to be confirmed: who knew the former password may have asked for it.
 */
export async function replacePassword(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  { passwordHash, keepSession }: NewPassword,
): Promise<UserRow> {
  await voidChanges(tx, user.id)
  return updateUser(tx.db, user.id, {
    email_to_confirm: null,
    password_hash: passwordHash,
    session_epoch: user.session_epoch + 1,
    kept_session_hash: keepSession === undefined ? null : digestOf(keepSession),
  })
}
