import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import { invalidPayload } from '@/lib/errors'
import { fsyncFile } from '@/lib/files/fsync'
import { equipmentSuits } from '@/policy/equipment'
import { effectiveLevels, stricter } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { planForNew } from '@/services/elevation/plan'
import {
  areMeasuredAlike,
  measurementsOf,
  measureRecording,
} from '@/services/recordings/measure-recording'
import { recordedColumns, startOf } from '@/services/recordings/recorded-columns'
import type { WeatherColumns } from '@/services/weather/weather'
import type { Priority } from '@/services/workers/jobs'
import type { Recording } from '@/services/workers/recording'
import { formAfterReading, type Upload } from '@/services/workers/upload'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'
import type { WorkoutToImport } from '@/use-cases/imports/store/store-workouts'
import { loadPlaceTitle } from '@/use-cases/views/place-title'
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
  /** The only leg to read, by number; null to read the file as one recording. By default as the user measures. */
  leg?: number | null | undefined
  /** Edits that were made on the source server. */
  edits?: TrackEdits | undefined
  /** Efforts that are excluded from rankings. */
  excludedEfforts?: NewWorkout['excludedEfforts']
  /** Columns that override measured values. */
  columns?: Partial<NewWorkout['columns']>
  /** Columns of its segments. Ignored unless their number matches. */
  segments?: NonNullable<NewWorkout['segments']>
}

/** A workout from the recording in an upload, whose file has been fsynced, and its sport. */
export interface UploadedWorkout extends WorkoutToImport {
  upload: Upload
  sport: SportRow
  further?: readonly UploadedWorkout[]
}

/** The sport used to measure a recording before its own sport is known. */
const FIRST_SPORT = 1

/**
 * Reads an upload, measures its recording with the requested sport or the one that the recording names, and returns it
 * as a workout to store. If the file has several legs, each becomes a workout with its own sport, and the requested one
 * applies to legs without a known sport. Nothing is stored yet.
 *
 * @throws 400 when the file cannot be used or its sport is unknown, 500 when a configured service fails.
 */
export async function prepareWorkout(
  ctx: AppContext,
  upload: Upload,
  { sport: requested, ...options }: ImportOptions,
): Promise<UploadedWorkout> {
  const { user, fallback } = options
  const plan = planElevations(ctx, user)
  const sports = requested ? [] : await listAllSports(ctx.db)
  const first = requested ?? sports.find(({ id }) => id === FIRST_SPORT) ?? fallback
  if (!first) throw invalidPayload()
  const recording = await measureRecording(ctx, upload, {
    ...measuringOptions({ ...options, sport: first }),
    legs: legsToRead(ctx, options),
    elevations: requested ? plan : { use: 'file' },
  })
  // The first reading has written the file to its path, even if it was packed.
  const unpacked = { ...upload, form: formAfterReading(upload.form) }
  const measured = {
    recording,
    sport: first,
    isFinal: requested !== undefined || plan.use === 'file',
  }
  if (recording.further.length > 0)
    return prepareLegs(ctx, unpacked, { ...options, fallback: requested ?? fallback }, measured)
  if (requested) return prepareAs(ctx, unpacked, { ...options, sport: requested }, recording)
  return prepareLeg(ctx, unpacked, options, measured)
}

/** A recording that was measured as a sport, and whether its elevations are final. */
interface MeasuredRecording {
  recording: Recording
  sport: SportRow
  isFinal: boolean
}

/** Returns which legs of a file to read: those of the options, or else as the user's measurements require. */
function legsToRead({ config }: AppContext, { user, leg }: ImportOptions) {
  if (leg !== undefined) return leg === null ? undefined : [leg]
  return measurementsOf(config, user) === 'device' ? ('all' as const) : undefined
}

/** Prepares a recording as the sport that it names. */
async function prepareLeg(
  ctx: AppContext,
  upload: Upload,
  options: ImportOptions,
  { recording, sport: measuredAs, isFinal }: MeasuredRecording,
): Promise<UploadedWorkout> {
  const { user, data, fallback, equipments: given } = options
  const isLeg = recording.leg !== null
  const chosen = await chooseSport(ctx, { userId: user.id, data }, recording.sport)
  // The requested sport of a file with several legs applies before the default one.
  const known = isLeg ? (chosen.named ?? fallback ?? chosen.sport) : chosen.sport
  const sport = known ?? fallback ?? (recording.isTransition ? measuredAs : undefined)
  if (!sport) throw sportUnknown(recording.sport)
  const equipments =
    given && !isLeg
      ? given.filter((item) => equipmentSuits(item.equipment_type_id, sport.id))
      : // Each leg gets what suits its sport: given equipment, or else the default equipment.
        await equipmentsForNew(ctx, user.id, {
          ...{ sport, ids: data.equipment_ids, skipsUnsuitable: isLeg },
        })
  const isMeasured = isFinal && (await areMeasuredAlike(ctx, user, [measuredAs, sport]))
  return prepareAs(
    ctx,
    upload,
    { ...options, sport, equipments },
    isMeasured ? recording : undefined,
  )
}

/** Maximum number of legs whose weather is fetched. */
const MAX_WEATHER_LEGS = 10

/** Prepares each leg of a file. Columns and texts that are given apply to the first one, except the title. */
async function prepareLegs(
  ctx: AppContext,
  upload: Upload,
  options: ImportOptions,
  measured: MeasuredRecording,
): Promise<UploadedWorkout> {
  const { columns: _, segments: __, ...shared } = options
  const data = { ...options.data, description: null, notes: null }
  const legs = [measured.recording, ...measured.recording.further]
  const prepared: UploadedWorkout[] = []
  for (const [index, recording] of legs.entries()) {
    const own = index === 0 ? options : { ...shared, data }
    const withWeather = own.withWeather === true && index < MAX_WEATHER_LEGS
    const leg = { ...own, withWeather, leg: recording.leg }
    prepared.push(await prepareLeg(ctx, upload, leg, { ...measured, recording }))
  }
  const [first, ...further] = prepared
  if (!first) throw invalidPayload()
  return { ...first, further }
}

const planElevations = ({ config }: Pick<AppContext, 'config'>, user: UserRow) =>
  planForNew(user.missing_elevations_processing, config.elevation)

type SportOptions = ImportOptions & { sport: SportRow }

const measuringOptions = ({ user, sport, data, priority, edits }: SportOptions) => ({
  ...{ user, sport, priority, edits: edits ?? null },
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
  const { user, sport, data, equipments = [], segments, excludedEfforts } = options
  const elevations = planElevations(ctx, user)
  const reading = measured
    ? Promise.resolve(measured)
    : measureRecording(ctx, upload, {
        ...measuringOptions(options),
        elevations,
        legs: legsToRead(ctx, options),
      })
  const written =
    'place' in upload.form ? reading.then(() => fsyncFile(upload.path)) : fsyncFile(upload.path)
  const [recording] = await Promise.all([reading, written])
  const weather = await ctx.weather.around(options.withWeather ? recording.ends : null)
  const hasTitle = firstText('title', data.title, recording.name) !== null
  const titled = hasTitle
    ? undefined
    : await loadPlaceTitle(ctx, { user, sportId: sport.id }, recording)
  const workout = {
    columns: columnsOf({ ...options, placeTitle: titled }, recording, weather),
    equipments,
    recording,
    ...(excludedEfforts && { excludedEfforts }),
    ...(segments?.length === recording.segments.length && { segments }),
  }
  return { upload, sport, workout, policy: data.duplicates ?? 'allow' }
}

function columnsOf(
  { user, sport, data, columns, placeTitle }: SportOptions & { placeTitle: string | undefined },
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
    title: firstText('title', data.title, recording.name, placeTitle, fallback),
    description: firstText('description', data.description, recording.description),
    notes: normalizeNotes(data.notes),
    workout_date: startedAt,
    map_id: recording.mapId,
    ...columns,
  }
}

/** Returns the visibility of a new workout: as requested, or else the user's default. */
export function requestedLevels(user: UserRow, data: UploadData) {
  const levels = effectiveLevels({
    workout_visibility: data.workout_visibility ?? user.workouts_visibility,
    analysis_visibility: data.analysis_visibility ?? user.analysis_visibility,
    map_visibility: data.map_visibility ?? user.map_visibility,
  })
  const { media_visibility: given } = data
  const photos = (given === 'undefined' ? null : given) ?? user.media_visibility
  return { ...levels, media_visibility: stricter(photos, levels.workout_visibility) }
}
