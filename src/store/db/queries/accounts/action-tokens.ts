import type { Insertable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { TokenPurpose } from '@/store/db/schema/columns'
import type { PurposeTokensTable } from '@/store/db/schema/tables.gen'
import { hasRows } from '@/store/db/sql'

export const insertActionToken = (db: Tx, token: Insertable<PurposeTokensTable>) =>
  db.insertInto('purpose_tokens').values(token).execute()

/** Finds the id of the user a token was issued for, until it expires; tokens of another purpose do not match. */
export async function findActionTokenUser(
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

/** Whether a user has an unused token of this purpose, expired ones included. */
export const hasActionToken = (db: Db, userId: number, purpose: TokenPurpose): Promise<boolean> =>
  hasRows(
    db.selectFrom('purpose_tokens').where('user_id', '=', userId).where('purpose', '=', purpose),
  )

/** Deletes all tokens of an account for a purpose. */
export const deleteActionTokens = (db: Tx, userId: number, purpose: TokenPurpose) =>
  db
    .deleteFrom('purpose_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()

/**
 * Deletes up to `limit` tokens that expired before an instant, in milliseconds since the Unix epoch; returns how many.
 * Expired tokens of unconfirmed accounts stay: they mark the account as waiting, so that another link can be mailed.
 */
export async function deleteExpiredActionTokens(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('purpose_tokens')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('purpose_tokens')
        .select('token_hash')
        .where('expires_at', '<', before)
        .where('purpose', '!=', 'confirm_account')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
