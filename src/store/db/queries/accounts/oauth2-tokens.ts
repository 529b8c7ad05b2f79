import type { Insertable } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { Oauth2TokensTable } from '@/store/db/schema/tables.gen'

export const insertOauth2Token = (db: Tx, token: Insertable<Oauth2TokensTable>) =>
  db.insertInto('oauth2_tokens').values(token).execute()

const tokens = (db: Db) =>
  db
    .selectFrom('oauth2_tokens')
    .innerJoin('oauth2_grants', 'oauth2_grants.id', 'oauth2_tokens.grant_id')

const access = prepared((db, token: Placeholders<{ hash: string; now: number }>) =>
  tokens(db)
    .innerJoin('users', 'users.id', 'oauth2_grants.user_id')
    .select(['oauth2_tokens.scope', 'oauth2_tokens.access_expires_at'])
    .select(['users.id', 'users.username', 'users.role', 'users.is_active'])
    .select(['users.suspended_at', 'users.timezone', 'users.last_seen_on'])
    .where('access_hash', '=', token.hash)
    .where('access_expires_at', '>=', token.now)
    .where('rotated_at', 'is', null)
    .where('oauth2_tokens.revoked_at', 'is', null)
    .where('oauth2_grants.revoked_at', 'is', null),
)

/** The user and scope of a valid access token. */
export const findAccess = (db: Db, hash: string, now: number) => access.first(db, { hash, now })

/** Finds a refresh token in any state. It may be revoked itself or through its grant. */
export const findRefresh = (db: Db, hash: string) =>
  tokens(db)
    .select([
      'oauth2_tokens.id',
      'oauth2_tokens.grant_id',
      'oauth2_tokens.scope',
      'oauth2_tokens.refresh_expires_at',
      'oauth2_tokens.rotated_at',
      'oauth2_grants.app_id',
      'oauth2_grants.user_id',
    ])
    .select((eb) =>
      eb.fn.coalesce('oauth2_tokens.revoked_at', 'oauth2_grants.revoked_at').as('revoked_at'),
    )
    .where('refresh_hash', '=', hash)
    .executeTakeFirst()

/** The pair of tokens that contains this hash, and the app it was issued to. */
export const findIssued = (
  db: Db,
  hash: string,
): Promise<{ id: number; app_id: number } | undefined> =>
  tokens(db)
    .select(['oauth2_tokens.id', 'oauth2_grants.app_id'])
    .where((eb) => eb.or([eb('access_hash', '=', hash), eb('refresh_hash', '=', hash)]))
    .executeTakeFirst()

/** Marks a pair of tokens as replaced by a newer one. */
export const markTokenRotated = (db: Tx, id: number, now: number) =>
  db.updateTable('oauth2_tokens').set({ rotated_at: now }).where('id', '=', id).execute()

/** Revokes a pair of tokens. */
export const revokeToken = (db: Tx, id: number, now: number) =>
  db.updateTable('oauth2_tokens').set({ revoked_at: now }).where('id', '=', id).execute()

/** Deletes up to `most` tokens whose access expired before an instant; returns how many. */
export async function deleteTokensExpiredBefore(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('oauth2_tokens')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('oauth2_tokens')
        .select('id')
        .where('access_expires_at', '<', before)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
