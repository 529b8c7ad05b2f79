import { hashText } from '@/lib/text/digest'
import type { Ids } from '@/lib/text/ids'
import { type Clock, HOUR } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  deleteActionTokens,
  findActionTokenUser,
  insertActionToken,
} from '@/store/db/queries/accounts/action-tokens'
import type { TokenPurpose } from '@/store/db/schema/columns'

interface Deps {
  db: Db
  clock: Clock
}

/** 40 characters in base64url. */
const TOKEN_BYTES = 30

/** Milliseconds for which a token is valid. */
const LIFETIMES: Record<TokenPurpose, number> = {
  confirm_account: 24 * HOUR,
  change_email: 24 * HOUR,
  reset_password: HOUR,
}

/** Purposes of which only the newest token is valid; several reset links may be valid at once. */
const REPLACED: readonly TokenPurpose[] = ['confirm_account', 'change_email']

/**
 * Issues a one-time token that allows one action on an account. Only its digest is stored, and it is not valid for any
 * other purpose. `lifetime` is in milliseconds.
 */
export async function issueActionToken(
  tx: InTransaction<Deps & { ids: Ids }>,
  userId: number,
  purpose: TokenPurpose,
  lifetime = LIFETIMES[purpose],
): Promise<string> {
  if (REPLACED.includes(purpose)) await deleteActionTokens(tx.db, userId, purpose)
  const token = tx.ids.secret(TOKEN_BYTES)
  const now = tx.clock.now()
  await insertActionToken(tx.db, {
    token_hash: hashText(token),
    user_id: userId,
    purpose,
    created_at: now,
    expires_at: now + lifetime,
  })
  return token
}

/**
 * Finds the id of the user a token was issued for; undefined when it is unknown, used, expired or was issued for another
 * purpose.
 */
export const findUserOfToken = (
  ctx: Deps,
  token: string,
  purpose: TokenPurpose,
): Promise<number | undefined> =>
  findActionTokenUser(ctx.db, { hash: hashText(token), purpose, now: ctx.clock.now() })

/** Revokes the links that were mailed to change the password or email address of an account. */
export async function revokeChangeTokens(
  { db }: InTransaction<Pick<Deps, 'db'>>,
  userId: number,
): Promise<void> {
  for (const purpose of ['change_email', 'reset_password'] as const)
    await deleteActionTokens(db, userId, purpose)
}
