import type { AppContext } from '@/context'
import { fromJson } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import { loadEquipments } from '@/db/queries/equipments'
import { findSport } from '@/db/queries/sports'
import { findTaskById, type TaskRow, updateTask } from '@/db/queries/user-tasks'
import { getUserById } from '@/db/queries/users'
import { transact } from '@/db/transact'
import type { ZipArchive } from '@/tracks/formats/zip'
import { openArchive, othersIn } from '@/use-cases/imports/archive'
import { archiveBatch } from '@/use-cases/imports/import-archive'
import { importEach } from '@/use-cases/imports/import-each'
import type { Prepared } from '@/use-cases/imports/read-ahead'
import { closeErrored, listenerOf, urgencyOf } from './archive-progress'
import type { Failure, TaskHandler, Turn } from './handler'
import { moveExport } from './move-export'
import { writeMuch } from './write-much'

const FAILURES: Record<Failure, string> = {
  time: 'upload execution time exceeding limit',
  fault: 'error during archive processing',
}
const MISSING = 'archive file does not exist'
const TURN = 5000

/**
 * Imports an uploaded archive, a few files in each transaction. Workouts, records and totals are committed together with
 * the position in the archive, so that after a crash the task continues exactly after the last finished file.
 */
export const archiveUpload: TaskHandler = { turn: TURN, work, fail }

async function work(ctx: AppContext, task: TaskRow, turn: Turn): Promise<void> {
  const path = task.file_path
  const file = path ? await ctx.files.fetch(path) : undefined
  if (file === undefined) return closeErrored(ctx, task.id, MISSING)
  const { service } = fromJson(task.options)
  if (service === undefined) await importRecordings(ctx, { task, file, turn })
  else await moveExport(ctx, { task, file, service, turn })
  await removeWhenAborted(ctx, task)
}

async function importRecordings(
  ctx: AppContext,
  { task, file, turn }: { task: TaskRow; file: string; turn: Turn },
): Promise<void> {
  const archive = await openArchive(file)
  try {
    await writeMuch(ctx, () => runImport(ctx, { task, archive, turn }))
  } finally {
    archive.close()
  }
}

interface ImportRun {
  task: TaskRow
  archive: ZipArchive
  turn: Turn
}

async function runImport(ctx: AppContext, { task, archive, turn }: ImportRun): Promise<void> {
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const prepared = {
    ...(await prepare(ctx, task)),
    urgency: urgencyOf(task.files_count - task.files_done),
  }
  const whole = archiveBatch(archive, prepared, mostBytes)
  const batch = { ...whole, files: whole.files.slice(task.files_done) }
  await importEach(ctx, batch, listenerOf({ task, turn, others: () => othersIn(archive) }))
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
  if (task.sport_id === null) return { user, data }
  const sport = await findSport(ctx.db, task.sport_id)
  if (!sport) throw new Error('the sport of the task is gone')
  const items = await loadEquipments(ctx.db, equipmentIds ?? [])
  return { user, sport, data, equipments: [...items.values()] }
}
