import type { AppContext } from '@/context'
import { fromJson, TASK_COMPLETE } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import { loadEquipments } from '@/db/queries/equipments'
import { insertImportEntries, type NewImportEntry } from '@/db/queries/import-entries'
import { findSport } from '@/db/queries/sports'
import { countTaskErrors, saveTaskError } from '@/db/queries/user-task-errors'
import { findTaskById, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { getUserById } from '@/db/queries/users'
import { type InTransaction, transact } from '@/db/transact'
import { syncLog } from '@/db/upkeep'
import { notify } from '@/notify/notify'
import { isOpenTask } from '@/policy/task'
import type { ZipArchive } from '@/tracks/formats/zip'
import { openArchive, recordingsOf } from '@/use-cases/imports/archive'
import { archiveBatch } from '@/use-cases/imports/import-archive'
import { type FileOutcome, importEach } from '@/use-cases/imports/import-each'
import { entryOf } from '@/use-cases/imports/import-report'
import type { Prepared } from '@/use-cases/imports/read-ahead'
import type { Failure, TaskHandler, Turn } from './handler'
import { writeMuch } from './write-much'

const FAILURES: Record<Failure, string> = {
  time: 'upload execution time exceeding limit',
  fault: 'error during archive processing',
}
const MISSING = 'archive file does not exist'
const TURN = 5000

type Transaction = InTransaction<AppContext>

/**
 * Imports an uploaded archive, a few files in each transaction. Workouts, records and totals are committed together with
 * the position in the archive, so that after a crash the task continues exactly after the last finished file.
 */
export const archiveUpload: TaskHandler = { turn: TURN, work, fail }

async function work(ctx: AppContext, task: TaskRow, turn: Turn): Promise<void> {
  const path = task.file_path
  const file = path ? await ctx.files.fetch(path) : undefined
  if (file === undefined) return closeErrored(ctx, task.id, MISSING)
  const archive = await openArchive(file)
  try {
    await writeMuch(ctx, () => runImport(ctx, { task, archive, turn }))
  } finally {
    archive.close()
  }
  await removeWhenAborted(ctx, task)
}

interface ImportRun {
  task: TaskRow
  archive: ZipArchive
  turn: Turn
}

async function runImport(ctx: AppContext, { task, archive, turn }: ImportRun): Promise<void> {
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const whole = archiveBatch(archive, await prepare(ctx, task), mostBytes)
  const batch = { ...whole, files: whole.files.slice(task.files_done) }
  await importEach(ctx, batch, {
    // What a power cut takes back is done again, as the position is taken back with it.
    syncedLater: true,
    shouldContinue: async () => !(await turn.isOver()),
    alongside: async (tx, outcomes) => {
      for (const { file, refusal } of outcomes)
        if (refusal !== undefined)
          await saveTaskError(tx.db, { task_id: task.id, path: file.name, message: refusal })
      await insertImportEntries(tx.db, task.id, outcomes.map(entryOf))
      await advance(tx, { id: task.id, outcomes, others: () => othersIn(archive) })
    },
  })
}

/**
 * Advances by a few files. After the last one the task is over and its user is notified; a task aborted meanwhile is
 * over already.
 */
async function advance(
  tx: Transaction,
  {
    id,
    outcomes,
    others,
  }: {
    id: number
    outcomes: readonly FileOutcome[]
    others: () => NewImportEntry[]
  },
) {
  const task = await findTaskById(tx.db, id)
  if (!task) throw new Error('the task was deleted with its user')
  const done = task.files_done + outcomes.length
  const created = outcomes.filter(({ stored }) => stored?.row !== undefined).length
  const ends = done === task.files_count && !task.is_aborted
  const errored = ends && (await countTaskErrors(tx.db, id)) > 0
  await updateTask(tx.db, id, {
    files_done: done,
    progress: Math.floor((TASK_COMPLETE * done) / task.files_count),
    new_workouts_count: task.new_workouts_count + created,
    error: null,
    updated_at: tx.clock.now(),
    ...(errored && { is_errored: 1 }),
  })
  if (ends) await insertImportEntries(tx.db, id, others())
  if (ends) await close(tx, task)
}

/** What else an archive holds, for the report. */
function othersIn(archive: ZipArchive): NewImportEntry[] {
  const recordings = new Set(recordingsOf(archive))
  return archive.entries
    .filter((entry) => !recordings.has(entry))
    .map(({ name }) => ({ name, result: 'skipped', reason: 'no recording' }))
}

async function close(tx: Transaction, task: TaskRow): Promise<void> {
  await notify(tx, 'archive_uploaded', { userId: task.user_id, taskId: task.id })
  await updateTask(tx.db, task.id, { file_path: null })
  const archive = task.file_path
  if (!archive) return
  tx.afterCommit(async () => {
    // As long as a power cut could take the end back, the archive is needed.
    await syncLog(tx.db)
    await tx.files.remove(archive)
  })
}

async function closeErrored(ctx: AppContext, id: number, error: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const task = await findTaskById(tx.db, id)
    if (!task || !isOpenTask(task)) return
    await updateTask(tx.db, id, { is_errored: 1, error, updated_at: tx.clock.now() })
    await close(tx, task)
  })
}

async function fail(ctx: AppContext, taskId: number, why: Failure): Promise<void> {
  await closeErrored(ctx, taskId, FAILURES[why])
}

/** The archive of a task that was aborted or deleted in the meantime is no longer needed. */
async function removeWhenAborted(ctx: AppContext, { id, file_path }: TaskRow): Promise<void> {
  const task = await findTaskById(ctx.db, id)
  if (!file_path || (task && !task.is_aborted)) return
  if (task) await transact(ctx, ({ db }) => updateTask(db, id, { file_path: null }))
  await ctx.files.remove(file_path)
}

async function prepare(ctx: AppContext, task: TaskRow): Promise<Prepared> {
  const { data, equipmentIds } = fromJson(task.options)
  if (!data) throw new Error('the task does not say what becomes of its recordings')
  const user = await getUserById(ctx.db, task.user_id)
  if (task.sport_id === null) return { user, data, isBackground: true }
  const sport = await findSport(ctx.db, task.sport_id)
  if (!sport) throw new Error('the sport of the task is gone')
  const items = await loadEquipments(ctx.db, equipmentIds ?? [])
  return { user, sport, data, equipments: [...items.values()], isBackground: true }
}
