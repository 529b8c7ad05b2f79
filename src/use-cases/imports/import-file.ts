import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { EquipmentView } from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import { getUserById, type UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { planForNew } from '@/elevation/plan'
import { badRequest } from '@/errors'
import { extensionOf } from '@/storage/upload-names'
import { LONGEST_PROLOGUE, recogniseFormat } from '@/tracks/formats/recognise'
import { TRACK_ERRORS } from '@/tracks/track-error'
import { equipmentsForNew } from '@/use-cases/workouts/equipment-of-new-workout'
import { measureRecording } from '@/use-cases/workouts/measure-recording'
import { startOf } from '@/use-cases/workouts/recorded-columns'
import { requireSport } from '@/use-cases/workouts/require-sport'
import { loadView } from '@/views/workout'
import type { WeatherColumns } from '@/weather/weather'
import type { MeasuredTrack } from '@/workers/track-job'
import type { UploadData } from './create-recorded-workout'
import { createRecordedWorkout } from './create-recorded-workout'
import { discardFiles, storeFiles } from './store-files'

/** A file that has arrived completely. */
export interface ArrivedFile {
  name: string
  path: string
}

/**
 * Makes a workout of one uploaded recording.
 *
 * @throws 400 with the text for the first thing that is wrong: what the file looks like, sport, equipment, what is in it.
 */
export async function createFromFile(
  ctx: AppContext,
  caller: Caller,
  { file, data }: { file: ArrivedFile; data: UploadData },
) {
  await requireRecording(file)
  const sport = await requireSport(ctx, data.sport_id)
  const user = await getUserById(ctx.db, caller.userId)
  const equipments = await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids })
  const given = { user, sport, data, equipments, file, withWeather: true }
  const measured = await readRecording(ctx, given)
  const workout = await storeRecording(ctx, given, measured)
  return loadView(ctx, caller, workout)
}

/** @throws 400 for a file that does not even begin like what its name says: a recording, or an archive. */
export async function requireRecording({ path, name }: ArrivedFile): Promise<void> {
  const start = await Bun.file(path).slice(0, LONGEST_PROLOGUE).bytes()
  const extension = extensionOf(name)
  const format = recogniseFormat(start, extension)
  if (!format || (extension === 'zip' && format !== 'kmz'))
    throw badRequest(TRACK_ERRORS.invalidFile)
}

/** One recording with everything that is decided about it before it is read. */
export interface Import {
  user: UserRow
  sport: SportRow
  data: UploadData
  equipments: EquipmentView[]
  file: ArrivedFile
  /** Whether the weather is asked for; background tasks would flood the service. */
  withWeather?: boolean
  /** Runs in the transaction that stores the workout. */
  alongside?: (tx: InTransaction<AppContext>) => Promise<void>
}

/** A recording that has been read and measured. */
export interface MeasuredRecording {
  track: MeasuredTrack
  weather: WeatherColumns
}

/**
 * Reads and measures one recording; nothing is stored yet.
 *
 * @throws 400 with the reason why the file cannot be used, 500 when a service fails that was to be asked.
 */
export async function readRecording(ctx: AppContext, given: Import): Promise<MeasuredRecording> {
  const { user, sport, file } = given
  const elevations = planForNew(user.missing_elevations_processing, ctx.config.elevation)
  const track = await measureRecording(ctx, { user, sport, file, elevations, withMap: true })
  const weather = await ctx.weather.around(given.withWeather ? track.ends : null)
  return { track, weather }
}

/**
 * Stores a measured recording. Its files are on disk before the row that names them is committed, and removed again
 * when the commit fails.
 */
export async function storeRecording(
  ctx: AppContext,
  given: Import,
  { track, weather }: MeasuredRecording,
): Promise<WorkoutRow> {
  const { user, sport, file, alongside } = given
  const files = await storeFiles(ctx, {
    ...{ userId: user.id, sportId: sport.id, startedAt: startOf(track) },
    ...{ file, image: track.mapImage?.png ?? null },
  })
  return transact(ctx, async (tx) => {
    const workout = await createRecordedWorkout(tx, { ...given, track, files, weather })
    await alongside?.(tx)
    return workout
  }).catch(async (error) => {
    await discardFiles(ctx, files)
    throw error
  })
}
