import type { Insertable } from 'kysely'
import type { TokenPurpose } from '@/db/columns'
import type { Db } from '@/db/open'
import { hasRows } from '@/db/sql'
import type { PurposeTokensTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export const insertPurposeToken = (db: Tx, token: Insertable<PurposeTokensTable>) =>
  db.insertInto('purpose_tokens').values(token).execute()

/** The account a token was made for, while it has not expired; tokens of another purpose do not match. */
export async function findTokenOwner(
  db: Db,
  token: { hash: string; purpose: TokenPurpose; now: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('purpose_tokens')
    .select('user_id')
    .where('token_hash', '=', token.hash)
    .where('purpose', '=', token.purpose)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', token.now)]))
    .executeTakeFirst()
  return row?.user_id
}

/** Whether a token of this purpose is waiting for its owner, expired ones included. */
export const hasPurposeToken = (db: Db, userId: number, purpose: TokenPurpose): Promise<boolean> =>
  hasRows(
    db.selectFrom('purpose_tokens').where('user_id', '=', userId).where('purpose', '=', purpose),
  )

/** Deletes all tokens of an account for a purpose. */
export const deletePurposeTokens = (db: Tx, userId: number, purpose: TokenPurpose) =>
  db
    .deleteFrom('purpose_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()

/**
 * Deletes so many tokens at most that expired before an instant; returns how many. Those of accounts that were never
 * confirmed stay, useless as they are: they say that the account still waits, and may have another link mailed.
 */
export async function deleteExpiredPurposeTokens(
  db: Tx,
  before: number,
  most: number,
): Promise<number> {
  const result = await db
    .deleteFrom('purpose_tokens')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('purpose_tokens')
        .select('token_hash')
        .where('expires_at', '<', before)
        .where('purpose', '!=', 'confirm_account')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
