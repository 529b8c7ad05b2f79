import type { Insertable, Selectable } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { PersonalTokensTable } from '@/store/db/schema/tables.gen'
import { countRows, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type PersonalTokenRow = Selectable<PersonalTokensTable>

export const insertPersonalToken = (
  db: Tx,
  token: Insertable<PersonalTokensTable>,
): Promise<PersonalTokenRow> =>
  db.insertInto('personal_tokens').values(token).returningAll().executeTakeFirstOrThrow()

const access = prepared((db, token: Placeholders<{ hash: string }>) =>
  db
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select(['personal_tokens.id as token_id', 'personal_tokens.scope'])
    .select(['personal_tokens.expires_at', 'personal_tokens.last_used_at'])
    .select(['users.id', 'users.username', 'users.role', 'users.is_active'])
    .select(['users.suspended_at', 'users.timezone', 'users.last_seen_on'])
    .where('token_hash', '=', token.hash),
)

/** The user and scope of a token, whether it has expired or not. */
export const findPersonalAccess = (db: Db, hash: string) => access.first(db, { hash })

const selectTokens = (db: Db, userId: number) =>
  db.selectFrom('personal_tokens').where('user_id', '=', userId)

/** One page of the tokens of a user, newest first. */
export const listPersonalTokens = (
  db: Db,
  userId: number,
  page: PageRequest,
): Promise<Page<PersonalTokenRow>> =>
  listPage(selectTokens(db, userId), page, (tokens) => tokens.selectAll().orderBy('id', 'desc'))

export const countPersonalTokens = (db: Db, userId: number): Promise<number> =>
  countRows(selectTokens(db, userId))

/** Records when a token was used, unless a later use is recorded. */
export const recordPersonalTokenUse = (db: Tx, { id, at }: { id: number; at: number }) =>
  db
    .updateTable('personal_tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()

/** Deletes a token; returns whether it belonged to the user. */
export async function deletePersonalToken(
  db: Tx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deletePersonalTokensOf = (db: Tx, userId: number) =>
  db.deleteFrom('personal_tokens').where('user_id', '=', userId).execute()
