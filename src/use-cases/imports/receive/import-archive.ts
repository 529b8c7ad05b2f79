import type { ZipArchive } from '@/domain/tracks/formats/zip/zip'
import { badRequestAs, storageQuotaExceeded } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Upload } from '@/services/workers/upload'
import { transact, undoing } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { getUserById } from '@/store/db/queries/accounts/users'
import type { NewImportEntry } from '@/store/db/queries/tasks/import-entries'
import { hasOpenTask, insertTask } from '@/store/db/queries/tasks/user-tasks'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { toJson } from '@/store/db/schema/columns'
import { detectExport, type ExportService } from '@/use-cases/imports/services/detect-service'
import { queueEventsOfFiles } from '@/use-cases/imports/store/queue-stored-events'
import { openReport } from '@/use-cases/imports/tasks/import-report'
import { loadView } from '@/use-cases/views/workout'
import {
  equipmentsForNew,
  requireSport,
  requireSportsIn,
} from '@/use-cases/workouts/write/workout-fields'
import {
  listOtherFiles,
  listRecordings,
  openArchive,
  requireExportWithinLimits,
  requireWithinLimits,
} from './archive'
import { importEach } from './import-recordings'
import type { ImportOptions } from './prepare-workout'
import type { Batch } from './read-ahead'
import { packedEntry, requireRecording } from './unpack'
import type { UploadData } from './upload-data'

/** Result of an archive upload: workouts imported at once, or a task that imports them later. */
export type ArchiveOutcome =
  | {
      kind: 'imported'
      workouts: WorkoutRow[]
      errors: Record<string, string>
      /** What makes rejected files readable, by name. */
      remedies: Record<string, string>
      report: ImmediateReport
    }
  | { kind: 'queued'; taskId: string }

/** The part of the report of a finished import that concerns recordings. */
interface ImmediateReport {
  shortId: string
  entries: NewImportEntry[]
}

/**
 * Imports a small archive at once, file by file. A larger archive is queued as a background task, and so is the export
 * of another service, unless a sport is given for all files.
 *
 * @throws 400 for the first problem with sport, equipment or archive, or when another upload task is open.
 */
export async function importArchive(
  ctx: AppContext,
  caller: Caller,
  { upload, data }: { upload: Upload; data: UploadData },
): Promise<ArchiveOutcome> {
  await requireRecording(upload)
  const user = await getUserById(ctx.db, caller.userId)
  const options = { user, data, withWeather: true, ...(await readSport(ctx, user.id, data)) }
  const limits = await getAppConfig(ctx.db)
  const archive = await openArchive(upload.path)
  try {
    const service = data.sport_id === undefined && (await detectExport(ctx, archive))
    if (service) {
      const count = Math.max(1, requireExportWithinLimits(archive, limits))
      return await queueArchive(ctx, options, { upload, count, service })
    }
    const count = requireWithinLimits(archive, limits)
    if (count > limits.file_sync_limit_import)
      return await queueArchive(ctx, options, { upload, count })
    const batch = archiveBatch(archive, options, limits.max_single_file_size)
    return await importAll(ctx, batch, { name: upload.name, others: listOtherFiles(archive) })
  } finally {
    archive.close()
  }
}

/** Loads the requested sport and equipment; empty when each recording determines its own. @throws 400. */
async function readSport(ctx: AppContext, userId: number, data: UploadData) {
  await requireSportsIn(ctx, data)
  if (data.sport_id === undefined) return {}
  const sport = await requireSport(ctx, data.sport_id)
  return {
    sport,
    equipments: await equipmentsForNew(ctx, userId, { sport, ids: data.equipment_ids }),
  }
}

export const archiveBatch = (
  archive: ZipArchive,
  options: ImportOptions,
  maxBytes: number,
): Batch => ({
  uploads: listRecordings(archive).map((entry) => packedEntry(archive, entry, maxBytes)),
  options,
  maxBytes,
})

/** Returns the imported workouts as their detail pages show them. */
export const loadViews = (ctx: AppContext, caller: Caller, workouts: readonly WorkoutRow[]) =>
  Promise.all(workouts.map((workout) => loadView(ctx, caller, workout)))

async function importAll(
  ctx: AppContext,
  batch: Batch,
  { name, others }: { name: string; others: readonly NewImportEntry[] },
): Promise<ArchiveOutcome> {
  const workouts: WorkoutRow[] = []
  const errors: Record<string, string> = {}
  const remedies: Record<string, string> = {}
  const { id: userId } = batch.options.user
  const start = { userId, name, count: batch.uploads.length, isAtOnce: true }
  const report = await openReport(ctx, start)
  const entries: NewImportEntry[] = []
  await importEach(ctx, batch, {
    alongside: async (tx, outcomes) => {
      await queueEventsOfFiles(tx, outcomes)
      const made = await report.note(tx, outcomes)
      tx.afterCommit(() => void entries.push(...made))
    },
    imported: (workout) => void workouts.push(workout),
    rejected: ({ name }, message, { remedy }) => {
      errors[name] = message
      if (remedy !== undefined) remedies[name] = remedy
    },
  })
  await transact(ctx, (tx) => report.noteOthers(tx, others))
  await report.close()
  const summary = { shortId: report.shortId, entries }
  return { kind: 'imported', workouts, errors, remedies, report: summary }
}

async function queueArchive(
  ctx: AppContext,
  { user, sport, data, equipments }: ImportOptions,
  { upload, count, service }: { upload: Upload; count: number; service?: ExportService },
): Promise<ArchiveOutcome> {
  const path = `workouts/${user.id}/archive_${ctx.ids.secret(12)}.zip`
  const size = Bun.file(upload.path).size
  await requireNoOpenTask(ctx, user.id)
  const room = await ctx.storageMeter.reserve(user.id, { bytes: size, files: 1 })
  if (room.exceeded) throw storageQuotaExceeded()
  await ctx.files.store(upload.path, path).finally(room.release)
  const options = {
    data,
    ...(equipments && { equipmentIds: equipments.map(({ id }) => id) }),
    ...(service && { service }),
  }
  const task = await transact(ctx, async (tx) => {
    await requireNoOpenTask(tx, user.id)
    tx.afterCommit(() => ctx.newTask.raise())
    return insertTask(tx.db, {
      short_id: tx.ids.shortId(),
      user_id: user.id,
      type: 'workouts_archive_upload',
      created_at: tx.clock.now(),
      file_path: path,
      file_size: size,
      files_count: count,
      original_file_name: upload.name,
      sport_id: sport?.id ?? null,
      options: toJson(options),
    })
  }).catch(undoing(() => ctx.files.remove(path)))
  return { kind: 'queued', taskId: task.short_id }
}

async function requireNoOpenTask(ctx: Pick<AppContext, 'db'>, userId: number): Promise<void> {
  if (await hasOpenTask(ctx.db, userId, 'workouts_archive_upload'))
    throw badRequestAs('invalid', 'ongoing upload task exists')
}
