import type { Selectable, Updateable } from 'kysely'
import { cachedQuery } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { AppConfigTable } from '@/store/db/schema/tables.gen'

export type AppConfigRow = Selectable<AppConfigTable>
export type AppConfigChanges = Updateable<AppConfigTable>

/** Settings that administrators change at run time. The table always has exactly one row. */
export async function getAppConfig(db: Db): Promise<Readonly<AppConfigRow>> {
  const row = await settings.first(db, {})
  if (!row) throw new Error('the settings of this instance are gone')
  return row
}

const settings = cachedQuery((db) => db.selectFrom('app_config').selectAll())

/** Changes settings; does nothing if `changes` is empty. */
export async function updateAppConfig(db: Tx, changes: AppConfigChanges): Promise<void> {
  if (Object.keys(changes).length > 0) await db.updateTable('app_config').set(changes).execute()
}
