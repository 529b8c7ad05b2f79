import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import { EXTENSIONS } from '@/domain/tracks/formats/recording-extensions'
import { badRequest, internal } from '@/lib/errors'
import { isGzipped, unpackedName } from '@/lib/files/gzip-name'
import type { AppContext } from '@/services/context'
import {
  type ElevationPlan,
  planForRefresh,
  planForRefreshWithService,
} from '@/services/elevation/plan'
import { type MeasuringOptions, measureRecording } from '@/services/recordings/measure-recording'
import { recordedColumns } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { fromJson } from '@/store/db/schema/columns'
import { extensionOf } from '@/store/files/upload-names'

type Deps = Pick<AppContext, 'db' | 'config'>

/** Loads the owner and sport of a workout. */
export async function loadOwnerAndSport(ctx: Deps, workout: WorkoutRow) {
  const user = await getUserById(ctx.db, workout.user_id)
  const sport = await findSport(ctx.db, workout.sport_id)
  if (!sport) throw new Error(`workout ${workout.id} without sport`)
  return { user, sport }
}

/** A workout whose recording is read again, with the user and sport to measure it with. */
interface RemeasureRequest
  extends Pick<MeasuringOptions, 'user' | 'sport' | 'elevations' | 'priority'> {
  workout: WorkoutRow
  /** Replaces the stored edits; null reads the recording without edits. */
  edits?: TrackEdits | null
}

/**
 * Reads the original of a workout again, with the current preferences and its edits.
 *
 * @throws 400 when the workout has no recording, or the file cannot be used; 500 when the file is missing.
 */
export async function remeasure(
  ctx: AppContext,
  { workout, edits = editsOf(workout), ...how }: RemeasureRequest,
): Promise<Recording> {
  const { original, path, name } = await fetchOriginal(ctx, workout)
  const upload = { path, name, form: { kind: isGzipped(original) ? 'gzip' : 'plain' } as const }
  // Repeats the choices made when the workout was created, because the file is still the same.
  const times = { start: workout.workout_date, duration: workout.duration }
  const legs = workout.leg === null ? undefined : [workout.leg]
  return measureRecording(ctx, upload, { ...how, acceptPartial: true, times, legs, edits })
}

/** Returns the columns of a workout whose recording was measured again. Keeps calories that only an export declared. */
export const remeasuredColumns = (workout: WorkoutRow, recording: Recording) => ({
  ...recordedColumns(recording),
  calories: recording.calories ?? workout.calories,
})

/**
 * Returns the original of a workout and the path at which it can be read.
 *
 * @throws 400 when the workout has no recording, 500 when the file is missing or not a recording
 */
export async function fetchOriginal(
  { files }: Pick<AppContext, 'files'>,
  { original_file: original }: WorkoutRow,
): Promise<{ original: string; path: string; name: string }> {
  if (original === null) throw badRequest('workout without original file')
  const name = unpackedName(original)
  if (!EXTENSIONS.includes(extensionOf(name))) throw internal('invalid file extension')
  const path = await files.fetch(original)
  if (path === undefined) throw internal('error when opening original file')
  return { original, path, name }
}

/** The edits of a workout's recording; null without any. */
export const editsOf = ({ edits }: Pick<WorkoutRow, 'edits'>): TrackEdits | null =>
  edits === null ? null : fromJson(edits)

/** Returns a plan that preserves the stored elevations of a workout. */
export const planStoredElevations = async (
  ctx: Deps,
  workout: WorkoutRow,
): Promise<ElevationPlan> => planForRefresh(await storedElevations(ctx, workout))

/** Returns a plan that gets missing elevations from the service of the user's choice. */
export const planServiceElevations = async (
  ctx: Deps,
  workout: WorkoutRow,
  { missing_elevations_processing: source }: UserRow,
): Promise<ElevationPlan> =>
  planForRefreshWithService(await storedElevations(ctx, workout), source, ctx.config.elevation)

async function storedElevations(ctx: Deps, { id, elevation_data_source: source }: WorkoutRow) {
  // Elevations of the recording are read from its file again.
  if (source === 'file') return { source, points: [] }
  const segments = await listSegmentPoints(ctx.db, id)
  return { source, points: segments.map(({ points }) => points) }
}
