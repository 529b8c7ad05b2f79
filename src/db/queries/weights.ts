import { type Selectable, sql } from 'kysely'
import type { Db } from '@/db/open'
import { remembered, type Slots } from '@/db/prepared'
import { listPage, type Page, type PageRequest } from '@/db/sql'
import type { WeightsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

/** What a user weighs from a day (`YYYY-MM-DD`) on. */
export type WeightRow = Omit<Selectable<WeightsTable>, 'import_task_id'>

/** One page of the weights of a user, the latest day first. */
export const listWeights = (db: Db, userId: number, page: PageRequest): Promise<Page<WeightRow>> =>
  listPage(db.selectFrom('weights').where('user_id', '=', userId), page, (weights) =>
    weights.selectAll().orderBy('day', 'desc'),
  )

/** All weights of a user, the first day first. */
export const listAllWeights = (db: Db, userId: number): Promise<WeightRow[]> =>
  db.selectFrom('weights').selectAll().where('user_id', '=', userId).orderBy('day').execute()

/** Notes the weight of a day, in place of what was noted for it before. */
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

/** Notes weights of an import, but for days that have one. */
export const addImportedWeights = (db: Tx, taskId: number, rows: readonly WeightRow[]) =>
  db
    .insertInto('weights')
    .values(rows.map((row) => ({ ...row, import_task_id: taskId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Forgets the weights that an import noted and nobody has changed. */
export const deleteImportedWeights = (db: Tx, taskId: number) =>
  db.deleteFrom('weights').where('import_task_id', '=', taskId).execute()

/** Whether there was a weight for the day. */
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

const onDays = remembered((db, of: Slots<{ userId: number; days: string }>) => ({
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
 * What a user weighed on some days (`YYYY-MM-DD`), in kilograms: the last weight that was noted until then, or the first
 * of all where there is none so early. Empty when none was ever noted.
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

/** The same for one day; undefined when none was ever noted. */
export const findWeightOn = async (
  db: Db,
  userId: number,
  day: string,
): Promise<number | undefined> => (await findWeightsOn(db, userId, [day])).get(day)
