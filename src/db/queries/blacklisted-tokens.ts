import type { Insertable } from 'kysely'
import type { BlacklistedTokensTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

/** Ends a session; repeating it is no error. */
export const insertBlacklistedToken = (db: Tx, token: Insertable<BlacklistedTokensTable>) =>
  db
    .insertInto('blacklisted_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Deletes so many tokens at most that expired before an instant; returns how many. */
export async function deleteExpiredTokens(db: Tx, before: number, most: number): Promise<number> {
  const result = await db
    .deleteFrom('blacklisted_tokens')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('blacklisted_tokens')
        .select('token_hash')
        .where('expires_at', '<', before)
        .limit(most),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
