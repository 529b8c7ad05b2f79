import type { Selectable } from 'kysely'
import type { Db } from '@/db/open'
import type { AppConfigTable } from '@/db/tables.gen'

export type AppConfigRow = Selectable<AppConfigTable>

/** The settings administrators change at run time; there is always exactly one row. */
export const getAppConfig = (db: Db): Promise<AppConfigRow> =>
  db.selectFrom('app_config').selectAll().executeTakeFirstOrThrow()
