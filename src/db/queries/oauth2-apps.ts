import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/db/open'
import type { Oauth2AppsTable } from '@/db/tables.gen'

export type Oauth2AppRow = Selectable<Oauth2AppsTable>
export type NewOauth2App = Insertable<Oauth2AppsTable>

export const insertOauth2App = (db: Db, app: NewOauth2App): Promise<Oauth2AppRow> =>
  db.insertInto('oauth2_apps').values(app).returningAll().executeTakeFirstOrThrow()

/** The app that calls itself by a client id, whoever registered it. */
export const findOauth2App = (db: Db, clientId: string): Promise<Oauth2AppRow | undefined> =>
  db.selectFrom('oauth2_apps').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** An app among those a user registered, by number or client id. */
export const findOauth2AppOf = (
  db: Db,
  userId: number,
  by: { id: number } | { clientId: string },
): Promise<Oauth2AppRow | undefined> =>
  db
    .selectFrom('oauth2_apps')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('client_id', '=', by.clientId)))
    .executeTakeFirst()

/** One page of the apps a user registered, newest first, and how many there are. */
export async function listOauth2AppsOf(
  db: Db,
  userId: number,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: Oauth2AppRow[]; total: number }> {
  const base = db.selectFrom('oauth2_apps').where('user_id', '=', userId)
  const { total } = await base
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await base
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total }
}

/** Deletes an app; grants and tokens go with it by foreign keys. */
export const deleteOauth2App = (db: Db, id: number) =>
  db.deleteFrom('oauth2_apps').where('id', '=', id).execute()
