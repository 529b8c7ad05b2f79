import type { Selectable } from 'kysely'
import type { Db } from '@/db/open'
import { remembered, type Slots } from '@/db/prepared'
import type { SportNamesTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

export type SportNameRow = Selectable<SportNamesTable>

/** The key of the sport of recordings that name none which is known. */
export const NO_NAME = ''

const named = remembered((db, of: Slots<{ userId: number }>) =>
  db.selectFrom('sport_names').selectAll().where('user_id', '=', of.userId).orderBy('key'),
)

/** What a user means by the names of sports, in the order of their keys. */
export const listSportNames = (
  db: Db,
  userId: number,
): Promise<readonly Readonly<SportNameRow>[]> => named.all(db, { userId })

/** Notes what a user means by a name, in place of what was noted before. */
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
