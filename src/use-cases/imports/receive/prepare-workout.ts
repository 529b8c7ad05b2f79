import { invalidPayload } from '@/lib/errors'
import { fsyncFile } from '@/lib/files/fsync'
import { effectiveLevels } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { planForNew } from '@/services/elevation/plan'
import { areMeasuredAlike, measureRecording } from '@/services/recordings/measure-recording'
import { recordedColumns, startOf } from '@/services/recordings/recorded-columns'
import type { WeatherColumns } from '@/services/weather/weather'
import type { Priority } from '@/services/workers/jobs'
import type { Recording } from '@/services/workers/recording'
import { formAfterReading, type Upload } from '@/services/workers/upload'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'
import type { WorkoutToImport } from '@/use-cases/imports/store/store-workouts'
import {
  defaultTitle,
  equipmentsForNew,
  firstText,
  normalizeNotes,
  requireTimes,
} from '@/use-cases/workouts/write/workout-fields'
import type { NewWorkout } from '@/use-cases/workouts/write/write-workout'
import { chooseSport, sportUnknown } from './choose-sport'
import type { UploadData } from './upload-data'

/** How to import uploads. */
export interface ImportOptions {
  user: UserRow
  data: UploadData
  /** By default, each recording determines its sport. */
  sport?: SportRow | undefined
  /** The equipment, if there is a sport. Otherwise that in `data`, or else the default equipment of each sport. */
  equipments?: EquipmentView[]
  /** The sport for recordings that do not name a known one. */
  fallback?: SportRow | undefined
  /** Whether to fetch the weather. Background tasks do not, to avoid flooding the weather service. */
  withWeather?: boolean
  priority?: Priority | undefined
  /** Columns that override measured values. */
  columns?: Partial<NewWorkout['columns']>
  /** Columns of its segments. Ignored unless their number matches. */
  segments?: NonNullable<NewWorkout['segments']>
}

/** A workout from the recording in an upload, whose file has been fsynced, and its sport. */
export interface UploadedWorkout extends WorkoutToImport {
  upload: Upload
  sport: SportRow
}

/** The sport used to measure a recording before its own sport is known. */
const FIRST_SPORT = 1

/**
 * Reads an upload, measures its recording with the requested sport or the one that the recording names, and returns it
 * as a workout to store. Nothing is stored yet.
 *
 * @throws 400 when the file cannot be used or its sport is unknown, 500 when a configured service fails.
 */
export async function prepareWorkout(
  ctx: AppContext,
  upload: Upload,
  { sport: requested, fallback, ...options }: ImportOptions,
): Promise<UploadedWorkout> {
  const { user, data } = options
  if (requested) return prepareAs(ctx, upload, { ...options, sport: requested })
  const sports = await listAllSports(ctx.db)
  const first = sports.find(({ id }) => id === FIRST_SPORT) ?? fallback
  if (!first) throw invalidPayload()
  const provisional = await measureRecording(ctx, upload, {
    ...measuringOptions({ ...options, sport: first }),
    elevations: { use: 'file' },
  })
  const chosen = await chooseSport(ctx, { userId: user.id, data }, provisional.sport)
  const sport = chosen.sport ?? fallback
  if (!sport) throw sportUnknown(provisional.sport)
  const equipments = await equipmentsForNew(ctx, user.id, { sport, ids: data.equipment_ids })
  // The first reading has written the file to its path, even if it was packed.
  const unpacked = { ...upload, form: formAfterReading(upload.form) }
  const isMeasured =
    planElevations(ctx, user).use === 'file' && (await areMeasuredAlike(ctx, user, [first, sport]))
  const recording = isMeasured ? provisional : undefined
  return prepareAs(ctx, unpacked, { ...options, sport, equipments }, recording)
}

const planElevations = ({ config }: Pick<AppContext, 'config'>, user: UserRow) =>
  planForNew(user.missing_elevations_processing, config.elevation)

type SportOptions = ImportOptions & { sport: SportRow }

const measuringOptions = ({ user, sport, data, priority }: SportOptions) => ({
  ...{ user, sport, priority },
  acceptPartial: data.accept_partial === true,
  times: data.workout_date || data.duration ? requireTimes(data, user) : undefined,
})

/** Measures a recording as a sport, unless it is measured already. Fetches the weather, and fsyncs the file. */
async function prepareAs(
  ctx: AppContext,
  upload: Upload,
  options: SportOptions,
  measured?: Recording,
): Promise<UploadedWorkout> {
  const { user, sport, data, equipments = [], segments } = options
  const elevations = planElevations(ctx, user)
  const reading = measured
    ? Promise.resolve(measured)
    : measureRecording(ctx, upload, { ...measuringOptions(options), elevations })
  const written =
    'place' in upload.form ? reading.then(() => fsyncFile(upload.path)) : fsyncFile(upload.path)
  const [recording] = await Promise.all([reading, written])
  const weather = await ctx.weather.around(options.withWeather ? recording.ends : null)
  const workout = {
    columns: columnsOf(options, recording, weather),
    equipments,
    recording,
    ...(segments?.length === recording.segments.length && { segments }),
  }
  return { upload, sport, workout, policy: data.duplicates ?? 'allow' }
}

function columnsOf(
  { user, sport, data, columns }: SportOptions,
  recording: Recording,
  weather: WeatherColumns,
): NewWorkout['columns'] {
  const startedAt = startOf(recording)
  const fallback = defaultTitle(sport, startedAt, user.timezone)
  return {
    ...recordedColumns(recording),
    ...requestedLevels(user, data),
    ...weather,
    user_id: user.id,
    sport_id: sport.id,
    title: firstText('title', data.title, recording.name, fallback),
    description: firstText('description', data.description, recording.description),
    notes: normalizeNotes(data.notes),
    workout_date: startedAt,
    map_id: recording.mapId,
    ...columns,
  }
}

/** Returns the visibility of a new workout: as requested, or else the user's default. */
export const requestedLevels = (user: UserRow, data: UploadData) =>
  effectiveLevels({
    workout_visibility: data.workout_visibility ?? user.workouts_visibility,
    analysis_visibility: data.analysis_visibility ?? user.analysis_visibility,
    map_visibility: data.map_visibility ?? user.map_visibility,
  })
