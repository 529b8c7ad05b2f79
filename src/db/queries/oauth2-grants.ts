import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/db/open'
import type { Oauth2GrantsTable } from '@/db/tables.gen'

export type Oauth2GrantRow = Selectable<Oauth2GrantsTable>
export type NewOauth2Grant = Insertable<Oauth2GrantsTable>

export const insertOauth2Grant = (db: Db, grant: NewOauth2Grant) =>
  db.insertInto('oauth2_grants').values(grant).execute()

/** The grant an app was told the code of, whatever has become of it. */
export const findOauth2Grant = (
  db: Db,
  appId: number,
  codeHash: string,
): Promise<Oauth2GrantRow | undefined> =>
  db
    .selectFrom('oauth2_grants')
    .selectAll()
    .where('app_id', '=', appId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()

/** Remembers that the code of a grant was exchanged for tokens. */
export const markGrantRedeemed = (db: Db, id: number, now: number) =>
  db.updateTable('oauth2_grants').set({ redeemed_at: now }).where('id', '=', id).execute()

/** Ends a grant: none of its tokens is good any more. */
export const revokeGrant = (db: Db, id: number, now: number) =>
  db
    .updateTable('oauth2_grants')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()

/** Ends everything that users granted to an app. */
export const revokeGrantsOf = (db: Db, appId: number, now: number) =>
  db
    .updateTable('oauth2_grants')
    .set({ revoked_at: now })
    .where('app_id', '=', appId)
    .where('revoked_at', 'is', null)
    .execute()

/** Forgets grants made before an instant that have no tokens: never redeemed, or cleaned since. */
export const deleteEmptyGrants = (db: Db, before: number) =>
  db
    .deleteFrom('oauth2_grants')
    .where('created_at', '<', before)
    .where('id', 'not in', db.selectFrom('oauth2_tokens').select('grant_id'))
    .execute()
