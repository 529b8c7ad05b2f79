import { type Selectable, sql } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { WeightsTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

/** The weight of a user from a day (`YYYY-MM-DD`) on. */
export type WeightRow = Omit<Selectable<WeightsTable>, 'import_task_id'>

/** One page of the weights of a user, the latest day first. */
export const listWeights = (db: Db, userId: number, page: PageRequest): Promise<Page<WeightRow>> =>
  listPage(db.selectFrom('weights').where('user_id', '=', userId), page, (weights) =>
    weights.selectAll().orderBy('day', 'desc'),
  )

/** All weights of a user, earliest day first. */
export const listAllWeights = (db: Db, userId: number): Promise<WeightRow[]> =>
  db.selectFrom('weights').selectAll().where('user_id', '=', userId).orderBy('day').execute()

/** Stores the weight of a day and replaces any other of that day. */
export const saveWeight = (db: Tx, row: WeightRow) =>
  db
    .insertInto('weights')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day'])
        .doUpdateSet({ kilograms: row.kilograms, import_task_id: null }),
    )
    .execute()

/** Stores the weights of an import, except for days that have one. */
export const addImportedWeights = (db: Tx, taskId: number, rows: readonly WeightRow[]) =>
  db
    .insertInto('weights')
    .values(rows.map((row) => ({ ...row, import_task_id: taskId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Deletes the weights of an import that the user has not changed. */
export const deleteImportedWeights = (db: Tx, taskId: number) =>
  db.deleteFrom('weights').where('import_task_id', '=', taskId).execute()

/** Deletes the weight of a day; returns whether there was one. */
export async function deleteWeight(
  db: Tx,
  { user_id, day }: Pick<WeightRow, 'user_id' | 'day'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('weights')
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const onDays = cachedQuery((db, of: Placeholders<{ userId: number; days: string }>) => ({
  compile: () =>
    sql<{ day: string; kilograms: number | null }>`
      select wanted.value as day, coalesce(
        (select kilograms from weights
          where user_id = ${of.userId} and day <= wanted.value order by day desc limit 1),
        (select kilograms from weights where user_id = ${of.userId} order by day limit 1)
      ) as kilograms
      from json_each(${of.days}) as wanted`.compile(db),
}))

/**
 * The weight of a user on some days (`YYYY-MM-DD`), in kilograms: the last one up to that day, or the first one for
 * days before it. Empty when the user has no weights.
 */
export async function findWeightsOn(
  db: Db,
  userId: number,
  days: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await onDays.all(db, { userId, days: JSON.stringify([...new Set(days)]) })
  return new Map(
    rows.flatMap(({ day, kilograms }) => (kilograms === null ? [] : [[day, kilograms] as const])),
  )
}

/** The weight on one day in kilograms; undefined when the user has no weights. */
export const findWeightOn = async (
  db: Db,
  userId: number,
  day: string,
): Promise<number | undefined> => (await findWeightsOn(db, userId, [day])).get(day)
