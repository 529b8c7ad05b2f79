import type { Selectable } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SportNamesTable } from '@/store/db/schema/tables.gen'

export type SportNameRow = Selectable<SportNamesTable>

/** The key for recordings with a missing or unknown sport. */
export const NO_NAME = ''

const named = cachedQuery((db, of: Placeholders<{ userId: number }>) =>
  db.selectFrom('sport_names').selectAll().where('user_id', '=', of.userId).orderBy('key'),
)

/** The user's mapping of sport names, ordered by key. */
export const listSportNames = (
  db: Db,
  userId: number,
): Promise<readonly Readonly<SportNameRow>[]> => named.all(db, { userId })

/** Maps a name to a sport and replaces any earlier mapping. */
export const saveSportName = (db: Tx, row: SportNameRow) =>
  db
    .insertInto('sport_names')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet({ name: row.name, sport_id: row.sport_id }),
    )
    .execute()

export const deleteSportName = (db: Tx, userId: number, key: string) =>
  db.deleteFrom('sport_names').where('user_id', '=', userId).where('key', '=', key).execute()
