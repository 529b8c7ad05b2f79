import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { Oauth2AppsTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

export type Oauth2AppRow = Selectable<Oauth2AppsTable>
export type NewOauth2App = Insertable<Oauth2AppsTable>

export const insertOauth2App = (db: Tx, app: NewOauth2App): Promise<Oauth2AppRow> =>
  db.insertInto('oauth2_apps').values(app).returningAll().executeTakeFirstOrThrow()

/** The app with a client id, regardless of who registered it. */
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
export const listOauth2AppsOf = (
  db: Db,
  userId: number,
  request: PageRequest,
): Promise<Page<Oauth2AppRow>> =>
  listPage(db.selectFrom('oauth2_apps').where('user_id', '=', userId), request, (apps) =>
    apps.selectAll().orderBy('id', 'desc'),
  )

/** Deletes an app; grants and tokens go with it by foreign keys. */
export const deleteOauth2App = (db: Tx, id: number) =>
  db.deleteFrom('oauth2_apps').where('id', '=', id).execute()
