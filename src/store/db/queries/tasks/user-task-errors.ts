import type { Insertable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { UserTaskErrorsTable } from '@/store/db/schema/tables.gen'
import { countRows } from '@/store/db/sql'

/** The error of a file of an archive, and what makes the file readable, if that is known. */
type NewTaskError = Insertable<UserTaskErrorsTable>

/** Stores why a file of an archive could not be read; replaces an earlier error of the same file. */
export const saveTaskError = (db: Tx, { remedy = null, ...error }: NewTaskError) =>
  db
    .insertInto('user_task_errors')
    .values({ ...error, remedy })
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'path']).doUpdateSet({ message: error.message, remedy }),
    )
    .execute()

/** The first failed files of a task, by path, and the number of further ones. */
export interface TaskErrors {
  files: Record<string, string>
  /** What makes some of these files readable. */
  remedies: Record<string, string>
  more: number
}

/** Maximum number of failed files to list, and maximum length of their names, reasons and remedies together. */
const MAX_LISTED = 100
const MAX_CHARACTERS = 64 * 1024

/** The first failed files of a task, ordered by path, with the reasons. The result of the import lists all. */
export async function loadTaskErrors(db: Db, taskId: number): Promise<TaskErrors> {
  const rows = await selectErrors(db, taskId)
    .select(['path', 'message', 'remedy'])
    .limit(MAX_LISTED)
    .execute()
  let characters = 0
  const listed = rows.filter(({ path, message, remedy }) => {
    characters += path.length + message.length + (remedy?.length ?? 0)
    return characters <= MAX_CHARACTERS
  })
  const isAll = listed.length < MAX_LISTED && listed.length === rows.length
  return {
    files: Object.fromEntries(listed.map(({ path, message }) => [path, message])),
    remedies: Object.fromEntries(
      listed.flatMap(({ path, remedy }) => (remedy === null ? [] : [[path, remedy]])),
    ),
    more: isAll ? 0 : (await countTaskErrors(db, taskId)) - listed.length,
  }
}

/** All failed files of a task, with the reasons and remedies. */
export const listTaskErrors = (db: Db, taskId: number) =>
  selectErrors(db, taskId).select(['path', 'message', 'remedy']).execute()

const selectErrors = (db: Db, taskId: number) =>
  db.selectFrom('user_task_errors').where('task_id', '=', taskId).orderBy('path')

export const countTaskErrors = (db: Db, taskId: number): Promise<number> =>
  countRows(db.selectFrom('user_task_errors').where('task_id', '=', taskId))
