import type { TokenPurpose } from '@/db/columns'
import type { Db } from '@/db/open'
import {
  deletePurposeTokens,
  findTokenOwner,
  insertPurposeToken,
} from '@/db/queries/purpose-tokens'
import type { InTransaction } from '@/db/transact'
import { type Clock, HOUR } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import type { Ids } from '@/lib/ids'

interface Deps {
  db: Db
  clock: Clock
}

/** 40 characters in a link. */
const TOKEN_BYTES = 30

/** How long a token is good for, in milliseconds. */
const LIFETIMES: Record<TokenPurpose, number> = {
  confirm_account: 24 * HOUR,
  change_email: 24 * HOUR,
  reset_password: HOUR,
}

/** Several reset links may be valid at once; of the other mails only the newest is. */
const REPLACED: readonly TokenPurpose[] = ['confirm_account', 'change_email']

/**
 * Issues a one-time token that allows its bearer one action on an account. Only its digest is stored, and it is valid
 * for no other purpose.
 */
export async function issuePurposeToken(
  tx: InTransaction<Deps & { ids: Ids }>,
  userId: number,
  purpose: TokenPurpose,
): Promise<string> {
  if (REPLACED.includes(purpose)) await deletePurposeTokens(tx.db, userId, purpose)
  const token = tx.ids.secret(TOKEN_BYTES)
  const now = tx.clock.now()
  await insertPurposeToken(tx.db, {
    token_hash: digestOf(token),
    user_id: userId,
    purpose,
    created_at: now,
    expires_at: now + LIFETIMES[purpose],
  })
  return token
}

/** The account a token belongs to; undefined when it is unknown, used, expired or made for something else. */
export const ownerOfToken = (
  ctx: Deps,
  token: string,
  purpose: TokenPurpose,
): Promise<number | undefined> =>
  findTokenOwner(ctx.db, { hash: digestOf(token), purpose, now: ctx.clock.now() })

/** Makes links void that were mailed to change the password or the address of an account. */
export async function voidChanges(
  { db }: InTransaction<Pick<Deps, 'db'>>,
  userId: number,
): Promise<void> {
  for (const purpose of ['change_email', 'reset_password'] as const)
    await deletePurposeTokens(db, userId, purpose)
}
