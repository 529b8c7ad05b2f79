import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { type ExportService, toJson, type UploadData } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import type { NewImportEntry } from '@/db/queries/import-entries'
import { hasOpenTask, insertTask } from '@/db/queries/user-tasks'
import { getUserById } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { badRequestAs } from '@/errors'
import type { ZipArchive } from '@/tracks/formats/zip'
import {
  equipmentsForNew,
  requireSport,
  requireSportsIn,
} from '@/use-cases/workouts/workout-fields'
import { loadView } from '@/views/workout'
import {
  openArchive,
  othersIn,
  recordingsOf,
  requireHarmlessExport,
  requireWithinLimits,
} from './archive'
import { recogniseExport } from './export-services'
import { importEach } from './import-each'
import { requireRecording } from './import-file'
import { entryOf, openReport } from './import-report'
import type { Batch, Prepared } from './read-ahead'
import type { ArrivedFile } from './store-recording'
import { packedEntry } from './unpack'

interface ArchiveUpload {
  file: ArrivedFile
  data: UploadData
}

/** The outcome of an archive upload: its workouts at once, or a task that imports them. */
export type ArchiveOutcome =
  | {
      kind: 'imported'
      workouts: WorkoutRow[]
      errors: Record<string, string>
      report: AtOnceReport
    }
  | { kind: 'queued'; taskId: string }

/** The report of an import that was answered at once, as far as it is about recordings. */
interface AtOnceReport {
  shortId: string
  entries: NewImportEntry[]
}

/**
 * Imports a small archive at once, file by file; a larger one becomes a background task, and so does the export of
 * another service, which is recognised unless a sport is given for all.
 *
 * @throws 400 for the first problem with sport, equipment or archive, or when another upload task is open.
 */
export async function importArchive(
  ctx: AppContext,
  caller: Caller,
  { file, data }: ArchiveUpload,
): Promise<ArchiveOutcome> {
  await requireRecording(file)
  const user = await getUserById(ctx.db, caller.userId)
  const prepared = { user, data, withWeather: true, ...(await readSport(ctx, user.id, data)) }
  const limits = await getAppConfig(ctx.db)
  const archive = await openArchive(file.path)
  try {
    const service = data.sport_id === undefined && (await recogniseExport(ctx, archive))
    if (service) {
      const count = Math.max(1, requireHarmlessExport(archive, limits))
      return await queueArchive(ctx, prepared, { file, count, service })
    }
    const count = requireWithinLimits(archive, limits)
    if (count > limits.file_sync_limit_import)
      return await queueArchive(ctx, prepared, { file, count })
    const batch = archiveBatch(archive, prepared, limits.max_single_file_size)
    return await importAll(ctx, batch, { name: file.name, others: othersIn(archive) })
  } finally {
    archive.close()
  }
}

/** The sport that is asked for, with its equipment; nothing for what the recordings name. @throws 400 */
async function readSport(ctx: AppContext, userId: number, data: UploadData) {
  await requireSportsIn(ctx, data)
  if (data.sport_id === undefined) return {}
  const sport = await requireSport(ctx, data.sport_id)
  return {
    sport,
    equipments: await equipmentsForNew(ctx, userId, { sport, ids: data.equipment_ids }),
  }
}

/** The recordings of an open archive as a batch. */
export const archiveBatch = (
  archive: ZipArchive,
  prepared: Prepared,
  mostBytes: number,
): Batch => ({
  files: recordingsOf(archive).map((entry) => packedEntry(archive, entry, mostBytes)),
  prepared,
  mostBytes,
})

/** The imported workouts as their detail pages show them. */
export const loadViews = (ctx: AppContext, caller: Caller, workouts: readonly WorkoutRow[]) =>
  Promise.all(workouts.map((workout) => loadView(ctx, caller, workout)))

async function importAll(
  ctx: AppContext,
  batch: Batch,
  { name, others }: { name: string; others: readonly NewImportEntry[] },
): Promise<ArchiveOutcome> {
  const workouts: WorkoutRow[] = []
  const errors: Record<string, string> = {}
  const { id: userId } = batch.prepared.user
  const start = { userId, name, count: batch.files.length, isAtOnce: true }
  const report = await openReport(ctx, start)
  const entries: NewImportEntry[] = []
  await importEach(ctx, batch, {
    alongside: async (tx, outcomes) => {
      const made = outcomes.map(entryOf)
      await report.note(tx, made)
      tx.afterCommit(() => void entries.push(...made))
    },
    imported: (workout) => void workouts.push(workout),
    refused: ({ name }, message) => {
      errors[name] = message
    },
  })
  await transact(ctx, (tx) => report.note(tx, others))
  await report.close()
  return { kind: 'imported', workouts, errors, report: { shortId: report.shortId, entries } }
}

async function queueArchive(
  ctx: AppContext,
  { user, sport, data, equipments }: Prepared,
  { file, count, service }: { file: ArrivedFile; count: number; service?: ExportService },
): Promise<ArchiveOutcome> {
  const path = `workouts/${user.id}/archive_${ctx.ids.secret(12)}.zip`
  const size = Bun.file(file.path).size
  await requireNoOpenTask(ctx, user.id)
  await ctx.files.keep(file.path, path)
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
      original_file_name: file.name,
      sport_id: sport?.id ?? null,
      options: toJson(options),
    })
  }).catch(async (error) => {
    await ctx.files.remove(path)
    throw error
  })
  return { kind: 'queued', taskId: task.short_id }
}

async function requireNoOpenTask(ctx: Pick<AppContext, 'db'>, userId: number): Promise<void> {
  if (await hasOpenTask(ctx.db, userId, 'workouts_archive_upload'))
    throw badRequestAs('invalid', 'ongoing upload task exists')
}
