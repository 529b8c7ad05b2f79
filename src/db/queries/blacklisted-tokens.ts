import type { Insertable } from 'kysely'
import type { Db } from '@/db/open'
import type { BlacklistedTokensTable } from '@/db/tables.gen'

/** Ends a session; doing it twice is no error. */
export const insertBlacklistedToken = (db: Db, token: Insertable<BlacklistedTokensTable>) =>
  db
    .insertInto('blacklisted_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Forgets tokens that expired before an instant; returns how many. */
export async function deleteExpiredTokens(db: Db, before: number): Promise<number> {
  const result = await db
    .deleteFrom('blacklisted_tokens')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
