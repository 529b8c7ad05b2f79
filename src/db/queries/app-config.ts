import type { Selectable, Updateable } from 'kysely'
import type { Db } from '@/db/open'
import { remembered } from '@/db/prepared'
import type { AppConfigTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type AppConfigRow = Selectable<AppConfigTable>
export type AppConfigChanges = Updateable<AppConfigTable>

/** The settings administrators change at run time; there is always exactly one row. */
export async function getAppConfig(db: Db): Promise<Readonly<AppConfigRow>> {
  const row = await settings.first(db, {})
  if (!row) throw new Error('the settings of this instance are gone')
  return row
}

const settings = remembered((db) => db.selectFrom('app_config').selectAll())

/** Changes settings; does nothing without any. */
export async function updateAppConfig(db: Tx, changes: AppConfigChanges): Promise<void> {
  if (Object.keys(changes).length > 0) await db.updateTable('app_config').set(changes).execute()
}
