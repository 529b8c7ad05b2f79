import { equipmentsForNew } from '@/api/workouts/equipment'
import { requireSport } from '@/api/workouts/sport'
import { loadView } from '@/api/workouts/views'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { EquipmentView } from '@/db/queries/equipments'
import { findSportPreference, type SportRow } from '@/db/queries/sports'
import { getUserById, type UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest } from '@/errors'
import { sportFacts } from '@/policy/sport-display'
import { extensionOf, originalPath } from '@/storage/upload-names'
import { TrackError } from '@/tracks/track-error'
import type { MeasuredTrack } from '@/workers/track-task'
import { createRecordedWorkout, startOf } from './create'
import type { UploadData } from './schema'

/** A file that has arrived completely. */
export interface ArrivedFile {
  name: string
  path: string
}

/**
 * Makes a workout of one uploaded recording.
 *
 * @throws 400 with the text for the first thing that is wrong with sport, equipment or file.
 */
export async function createFromFile(
  ctx: AppContext,
  caller: Caller,
  { file, data }: { file: ArrivedFile; data: UploadData },
) {
  const sport = await requireSport(ctx, data.sport_id)
  const user = await getUserById(ctx.db, caller.userId)
  const equipments = await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids })
  const workout = await importRecording(ctx, { user, sport, data, equipments, file })
  return loadView(ctx, caller, workout)
}

/** One recording with everything that is decided about it before it is read. */
export interface Import {
  user: UserRow
  sport: SportRow
  data: UploadData
  equipments: EquipmentView[]
  file: ArrivedFile
  /** Runs in the transaction that stores the workout. */
  alongside?: (tx: InTransaction<AppContext>) => Promise<void>
}

/**
 * Reads, measures and stores one recording. The original is on disk before the row that names it is committed, and
 * removed again when the commit fails.
 *
 * @throws 400 with the reason why the file cannot be used.
 */
export async function importRecording(ctx: AppContext, given: Import): Promise<WorkoutRow> {
  const { user, sport, file, alongside } = given
  const track = await measure(ctx, given)
  const originalFile = originalPath({
    userId: user.id,
    startedAt: startOf(track),
    sportId: sport.id,
    random: ctx.ids.secret(8),
    extension: extensionOf(file.name),
  })
  await ctx.files.keep(file.path, originalFile)
  return transact(ctx, async (tx) => {
    const workout = await createRecordedWorkout(tx, { ...given, track, originalFile })
    await alongside?.(tx)
    return workout
  }).catch(async (error) => {
    await ctx.files.remove(originalFile)
    throw error
  })
}

async function measure(
  ctx: AppContext,
  { user, sport, file }: Pick<Import, 'user' | 'sport' | 'file'>,
): Promise<MeasuredTrack> {
  const preference = await findSportPreference(ctx.db, user.id, sport.id)
  const request = {
    path: file.path,
    fileName: file.name,
    segmentsCreationEvent: user.segments_creation_event,
    acceptWithoutGps: ctx.config.importWithoutGps,
    stoppedSpeedThreshold: (preference ?? sport).stopped_speed_threshold,
    useRawSpeed: user.use_raw_gpx_speed === 1,
    hasElevation: sportFacts(sport.id).elevation,
  }
  return ctx.tracks.read(request).catch((error) => {
    throw error instanceof TrackError ? badRequest(error.message) : error
  })
}
