import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { Oauth2GrantsTable, Tables } from '@/store/db/schema/tables.gen'
import { anyOf, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type Oauth2GrantRow = Selectable<Oauth2GrantsTable>
export type NewOauth2Grant = Insertable<Oauth2GrantsTable>

export const insertOauth2Grant = (db: Tx, grant: NewOauth2Grant) =>
  db.insertInto('oauth2_grants').values(grant).execute()

/** The grant that an app's code belongs to, in any state. */
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

/** Marks the code of a grant as exchanged for tokens. */
export const markGrantRedeemed = (db: Tx, id: number, now: number) =>
  db.updateTable('oauth2_grants').set({ redeemed_at: now }).where('id', '=', id).execute()

/** Revokes a grant; its tokens stop working. */
export const revokeGrant = (db: Tx, id: number, now: number) =>
  db
    .updateTable('oauth2_grants')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()

/** Revokes all grants to an app. */
export const revokeGrantsOf = (db: Tx, appId: number, now: number) =>
  db
    .updateTable('oauth2_grants')
    .set({ revoked_at: now })
    .where('app_id', '=', appId)
    .where('revoked_at', 'is', null)
    .execute()

/** Revokes all grants of a user; returns how many there were. */
export async function revokeGrantsBy(db: Tx, userId: number, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('oauth2_grants')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Revokes a grant of a user if it is usable at `now`; returns whether it was. */
export async function revokeLiveGrant(
  db: Tx,
  grant: { id: number; userId: number },
  at: Moment,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth2_grants')
    .set({ revoked_at: at.now })
    .where(
      'id',
      'in',
      selectLiveGrants(db, grant.userId, at)
        .select('oauth2_grants.id')
        .where('oauth2_grants.id', '=', grant.id),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The current time, and the time since which issued codes are still valid. */
interface Moment {
  now: number
  codesSince: number
}

/** Grants of a user that an app can use, with tokens that can be refreshed or a code that can be redeemed. */
const selectLiveGrants = (db: Db, userId: number, { now, codesSince }: Moment) =>
  db
    .selectFrom('oauth2_grants')
    .innerJoin('oauth2_apps', 'oauth2_apps.id', 'oauth2_grants.app_id')
    .where('oauth2_grants.user_id', '=', userId)
    .where('oauth2_grants.revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('oauth2_grants.redeemed_at', 'is', null),
          eb('oauth2_grants.created_at', '>=', codesSince),
        ]),
        eb.exists(
          eb
            .selectFrom('oauth2_tokens')
            .select('oauth2_tokens.id')
            .whereRef('grant_id', '=', 'oauth2_grants.id')
            .where('rotated_at', 'is', null)
            .where('oauth2_tokens.revoked_at', 'is', null)
            .where('refresh_expires_at', '>=', now),
        ),
      ]),
    )

/** A usable grant with its app. */
export interface LiveGrant {
  id: number
  created_at: number
  /** The requested scope; an app never gets more than its own scope. */
  scope: string
  app_scope: string
  client_id: string
  name: string
  description: string | null
  website: string
}

/** One page of a user's usable grants, newest first. */
export const listLiveGrants = (
  db: Db,
  userId: number,
  { page, at }: { page: PageRequest; at: Moment },
): Promise<Page<LiveGrant>> =>
  listPage(selectLiveGrants(db, userId, at), page, (grants) =>
    grants
      .select([
        'oauth2_grants.id',
        'oauth2_grants.created_at',
        'oauth2_grants.scope',
        'oauth2_apps.scope as app_scope',
        'oauth2_apps.client_id',
        'oauth2_apps.name',
        'oauth2_apps.description',
        'oauth2_apps.website',
      ])
      .orderBy('oauth2_grants.id', 'desc'),
  )

/** Lists up to `limit` grants after an id, ordered by id, with whether they have, or can still get, tokens. */
export async function listGrantsAfter(
  db: Db,
  after: number,
  { before, limit }: { before: number; limit: number },
): Promise<{ id: number; isInUse: boolean }[]> {
  const rows = await db
    .selectFrom('oauth2_grants')
    .select(['id', (eb) => eb.or([eb('created_at', '>=', before), hasTokens(eb)]).as('is_in_use')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, is_in_use }) => ({ id, isInUse: Boolean(is_in_use) }))
}

/** Deletes those grants that have no tokens, because they were never redeemed or the tokens were deleted. */
export const deleteEmptyGrants = (db: Tx, ids: readonly number[]) =>
  db
    .deleteFrom('oauth2_grants')
    .where('id', 'in', anyOf(ids))
    .where((eb) => eb.not(hasTokens(eb)))
    .execute()

const hasTokens = (eb: ExpressionBuilder<Tables, 'oauth2_grants'>) =>
  eb.exists(
    eb
      .selectFrom('oauth2_tokens')
      .select('oauth2_tokens.id')
      .whereRef('grant_id', '=', 'oauth2_grants.id'),
  )
