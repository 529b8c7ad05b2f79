import type { Insertable } from 'kysely'
import type { Tx } from '@/store/db/connections/transact'
import type { BlacklistedTokensTable } from '@/store/db/schema/tables.gen'

/** Ends a session; does nothing if it has already ended. */
export const insertBlacklistedToken = (db: Tx, token: Insertable<BlacklistedTokensTable>) =>
  db
    .insertInto('blacklisted_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Deletes up to `most` tokens that expired before an instant; returns how many. */
export async function deleteExpiredTokens(db: Tx, before: number, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('blacklisted_tokens')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('blacklisted_tokens')
        .select('token_hash')
        .where('expires_at', '<', before)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
