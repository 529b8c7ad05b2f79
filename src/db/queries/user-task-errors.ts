import type { Db } from '@/db/open'
import { anyOf, countRows } from '@/db/sql'
import type { Tx } from '@/db/transact'

/** Notes why a file of an archive was not read; a second word on the same file replaces the first. */
export const saveTaskError = (db: Tx, error: { task_id: number; path: string; message: string }) =>
  db
    .insertInto('user_task_errors')
    .values(error)
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'path']).doUpdateSet({ message: error.message }),
    )
    .execute()

/** Files that were not read, with the reason, by task id. */
export async function loadTaskErrors(
  db: Db,
  taskIds: readonly number[],
): Promise<Map<number, Record<string, string>>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_task_errors')
    .selectAll()
    .where('task_id', 'in', anyOf(taskIds))
    .execute()
  const groups = Map.groupBy(rows, ({ task_id }) => task_id)
  return new Map(
    [...groups].map(([id, errors]) => [
      id,
      Object.fromEntries(errors.map(({ path, message }) => [path, message])),
    ]),
  )
}

export const countTaskErrors = (db: Db, taskId: number): Promise<number> =>
  countRows(db.selectFrom('user_task_errors').where('task_id', '=', taskId))
