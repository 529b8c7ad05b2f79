import type { ZipArchive } from '@/domain/tracks/formats/zip/zip'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { getUserById } from '@/store/db/queries/accounts/users'
import { loadEquipments } from '@/store/db/queries/catalogue/equipments'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { findTaskById, type TaskRow, updateTask } from '@/store/db/queries/tasks/user-tasks'
import { listOtherFiles, openArchive } from '@/use-cases/imports/receive/archive'
import { archiveBatch } from '@/use-cases/imports/receive/import-archive'
import { importEach } from '@/use-cases/imports/receive/import-recordings'
import type { ImportOptions } from '@/use-cases/imports/receive/prepare-workout'
import { archiveOptions } from '@/use-cases/imports/tasks/archive-options'
import { deleteArchive } from '@/use-cases/imports/tasks/failed-archives'
import { runBulkWrite } from './bulk-write'
import { type Failure, MAX_CRASHES, type TaskHandler, type TimeSlice } from './handler'
import { closeErrored, createListener, priorityOf } from './import-progress'
import { moveExport } from './import-service-export'

const FAILURES: Record<Failure, string> = {
  time: 'upload execution time exceeding limit',
  error: 'error during archive processing',
  crash: `the server stopped unexpectedly ${MAX_CRASHES} times while it processed the archive`,
}
const MISSING = 'archive file does not exist'
const TIME_SLICE = 5000

/**
 * Imports an uploaded archive, a few files in each transaction. Workouts, records and totals are committed together with
 * the position in the archive, so that after a crash the task continues exactly after the last finished file.
 */
export const archiveUpload: TaskHandler = { timeSlice: TIME_SLICE, work, fail }

async function work(ctx: AppContext, task: TaskRow, slice: TimeSlice): Promise<void> {
  const path = task.file_path
  const file = path ? await ctx.files.fetch(path) : undefined
  if (file === undefined) {
    await closeErrored(ctx, task.id, MISSING)
    // The task cannot be started again without it.
    return transact(ctx, (tx) => deleteArchive(tx, task))
  }
  const { service } = archiveOptions(task)
  if (service === undefined) await importRecordings(ctx, { task, file, slice })
  else await moveExport(ctx, { task, file, service, slice })
  await removeWhenAborted(ctx, task)
}

async function importRecordings(
  ctx: AppContext,
  { task, file, slice }: { task: TaskRow; file: string; slice: TimeSlice },
): Promise<void> {
  const archive = await openArchive(file)
  try {
    await runBulkWrite(ctx, () => runImport(ctx, { task, archive, slice }))
  } finally {
    archive.close()
  }
}

interface ImportRun {
  task: TaskRow
  archive: ZipArchive
  slice: TimeSlice
}

async function runImport(ctx: AppContext, { task, archive, slice }: ImportRun): Promise<void> {
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  const options = {
    ...(await loadOptions(ctx, task)),
    priority: priorityOf(task.files_count - task.files_done),
  }
  const whole = archiveBatch(archive, options, maxBytes)
  const batch = { ...whole, uploads: whole.uploads.slice(task.files_done) }
  await importEach(
    ctx,
    batch,
    createListener({ task, slice, others: () => listOtherFiles(archive) }),
  )
}

async function fail(ctx: AppContext, taskId: number, why: Failure): Promise<void> {
  await closeErrored(ctx, taskId, FAILURES[why])
}

/** Deletes the archive of a task that was aborted or deleted during the import. */
async function removeWhenAborted(ctx: AppContext, { id, file_path }: TaskRow): Promise<void> {
  const task = await findTaskById(ctx.db, id)
  if (!file_path || (task && !task.is_aborted)) return
  if (task) await transact(ctx, ({ db }) => updateTask(db, id, { file_path: null }))
  await ctx.files.remove(file_path)
}

async function loadOptions(ctx: AppContext, task: TaskRow): Promise<ImportOptions> {
  const { data, equipmentIds } = archiveOptions(task)
  if (!data) throw new Error('the task does not say what becomes of its recordings')
  const user = await getUserById(ctx.db, task.user_id)
  if (task.sport_id === null) return { user, data }
  const sport = await findSport(ctx.db, task.sport_id)
  if (!sport) throw new Error('the sport of the task is gone')
  const items = await loadEquipments(ctx.db, equipmentIds ?? [])
  return { user, sport, data, equipments: [...items.values()] }
}
