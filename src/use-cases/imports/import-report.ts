import { stringify } from 'csv-stringify/sync'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  insertImportEntries,
  listImportEntries,
  type NewImportEntry,
  updateImportEntry,
} from '@/db/queries/import-entries'
import { findTaskById, insertTask, updateTask } from '@/db/queries/user-tasks'
import { findWorkout } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest } from '@/errors'
import { isOpenTask } from '@/policy/task'
import { eraseWorkout } from '@/use-cases/workouts/write-workout'
import type { FileOutcome } from './import-each'
import { requireOwnTask } from './read-upload-tasks'

/** The row of the report about a file. */
export function entryOf({ file, stored, leftOut, refusal }: FileOutcome): NewImportEntry {
  const { name } = file
  if (leftOut !== undefined) return { name, result: 'skipped', reason: leftOut }
  if (stored === undefined) return { name, result: 'failed', reason: refusal ?? '' }
  const { result, reason, workout } = stored
  return { name, result, reason, workout_short_id: workout.short_id }
}

/** Rows that are read at once, so that a report of any length takes no memory. */
const ROWS_AT_ONCE = 500

const COLUMNS = ['file', 'result', 'reason', 'workout']

/** The report of one of the caller's imports as CSV, in chunks. @throws 404 */
export async function readReport(ctx: AppContext, caller: Caller, shortId: string) {
  const task = await requireOwnTask(ctx, caller, shortId)
  return reportRows(ctx, task.id)
}

async function* reportRows(ctx: AppContext, taskId: number): AsyncGenerator<string> {
  yield stringify([COLUMNS])
  let after = 0
  for (;;) {
    const rows = await listImportEntries(ctx.db, { taskId, after, limit: ROWS_AT_ONCE })
    if (rows.length === 0) return
    yield stringify(
      rows.map(({ name, result, reason, workout_short_id }) => [
        harmless(name),
        result,
        harmless(reason),
        workout_short_id ?? '',
      ]),
    )
    after = rows.at(-1)?.id ?? 0
  }
}

/** Spreadsheets take texts that begin so for formulas. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/**
 * Takes back what an import made: the workouts that it created and that are still there. What was there before stays as
 * it is, also where the import gave it a richer recording.
 *
 * @throws 404; 400 while the import goes on.
 */
export async function undoImport(ctx: AppContext, caller: Caller, shortId: string) {
  const task = await requireOwnTask(ctx, caller, shortId)
  if (isOpenTask(task)) throw badRequest('queued or ongoing imports can not be undone')
  let removed = 0
  let after = 0
  for (;;) {
    const rows = await listImportEntries(ctx.db, { taskId: task.id, after, limit: 20 })
    if (rows.length === 0) return removed
    removed += await takeBack(ctx, task.user_id, rows)
    after = rows.at(-1)?.id ?? 0
  }
}

/** A few rows of a report in one transaction; returns how many workouts are gone. */
const takeBack = (
  ctx: AppContext,
  userId: number,
  rows: Awaited<ReturnType<typeof listImportEntries>>,
) =>
  transact(ctx, async (tx) => {
    let removed = 0
    for (const { id, result, workout_short_id: shortId } of rows) {
      if (result !== 'new' || shortId === null) continue
      const workout = await findWorkout(tx.db, shortId)
      if (workout?.user_id === userId) {
        await eraseWorkout(tx, workout)
        removed += 1
      }
      await updateImportEntry(tx.db, id, { result: 'undone' })
    }
    return removed
  })

/** What the command line imports, so that its report is kept and it can be undone. */
export interface OpenReport {
  shortId: string
  /** To be called in the transaction that makes what is noted. */
  note: (tx: InTransaction<AppContext>, entries: readonly NewImportEntry[]) => Promise<void>
  close: () => Promise<void>
}

const INTERRUPTED = 'the import was interrupted'

/** Opens the report of an import that no task works on; until it is closed it counts as interrupted. */
export async function openReport(
  ctx: AppContext,
  { userId, name, count }: { userId: number; name: string; count: number },
): Promise<OpenReport> {
  const task = await transact(ctx, (tx) =>
    insertTask(tx.db, {
      short_id: tx.ids.shortId(),
      user_id: userId,
      type: 'workouts_archive_upload',
      created_at: tx.clock.now(),
      files_count: count,
      original_file_name: name,
      is_errored: 1,
      error: INTERRUPTED,
    }),
  )
  let created = 0
  let done = 0
  return {
    shortId: task.short_id,
    note: async (tx, entries) => {
      created += entries.filter(({ result }) => result === 'new').length
      done += entries.length
      await insertImportEntries(tx.db, task.id, entries)
      await updateTask(tx.db, task.id, { files_done: done, new_workouts_count: created })
    },
    close: async () => {
      const { db, clock } = ctx
      if (!(await findTaskById(db, task.id))) return
      await transact(ctx, (tx) =>
        updateTask(tx.db, task.id, {
          is_errored: 0,
          error: null,
          progress: 100,
          updated_at: clock.now(),
        }),
      )
    },
  }
}
