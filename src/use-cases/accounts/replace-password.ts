import type { AppContext } from '@/context'
import { deletePurposeTokens } from '@/db/queries/purpose-tokens'
import { type UserRow, updateUser } from '@/db/queries/users'
import { digestOf } from '@/lib/digest'

interface NewPassword {
  passwordHash: string
  /** Token of the session that goes on; all others end. */
  keepSession?: string
}

/** Gives an account another password: sessions end, links to a new password that were mailed before are void. */
export async function replacePassword(
  ctx: Pick<AppContext, 'db'>,
  user: Pick<UserRow, 'id' | 'session_epoch'>,
  { passwordHash, keepSession }: NewPassword,
): Promise<UserRow> {
  await deletePurposeTokens(ctx.db, user.id, 'reset_password')
  return updateUser(ctx.db, user.id, {
    password_hash: passwordHash,
    session_epoch: user.session_epoch + 1,
    kept_session_hash: keepSession === undefined ? null : digestOf(keepSession),
  })
}
