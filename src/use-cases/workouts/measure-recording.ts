import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import { findSport, findSportPreference, type SportRow } from '@/db/queries/sports'
import { getUserById, type UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type ElevationPlan, planForRefresh, planForRefreshWithService } from '@/elevation/plan'
import { badRequest, badRequestAs, internal } from '@/errors'
import { isGzipped, unpackedName } from '@/lib/gzip-name'
import { sportFacts } from '@/policy/sport-display'
import { extensionOf } from '@/storage/upload-names'
import { EXTENSIONS } from '@/tracks/formats/extensions'
import { TrackError } from '@/tracks/track-error'
import type { RecordingForm } from '@/workers/recording-form'
import type { MeasuredTrack, Urgency } from '@/workers/track-job'

const MICROSECONDS_PER_MILLISECOND = 1000

type Reader = Pick<AppContext, 'db' | 'config'>

/** A recording and its owner; the sport decides what its numbers mean. */
export interface Recording {
  user: UserRow
  sport: SportRow
  /** Its absolute path, and the name that came with it; it may have to be unpacked there from an archive. */
  file: { path: string; name: string; form: RecordingForm }
  elevations: ElevationPlan
  /** Whether the part that is there of a file that ends in the middle is read. */
  acceptPartial?: boolean
  /** For a line without times: when it was begun (milliseconds since the Unix epoch), and its seconds. */
  times?: { start: number; duration: number } | undefined
  urgency?: Urgency | undefined
}

/**
 * Reads and measures a recording by the preferences of its user.
 *
 * @throws 400 with the reason why the file cannot be used, 500 when a configured service fails.
 */
export async function measureRecording(
  ctx: AppContext,
  { user, sport, file, elevations, acceptPartial, times, urgency }: Recording,
): Promise<MeasuredTrack> {
  const { name: fileName, ...place } = file
  const request = {
    ...place,
    ...urgency,
    fileName,
    segmentsCreationEvent: user.segments_creation_event,
    acceptWithoutGps: ctx.config.importWithoutGps,
    ...(acceptPartial && { acceptPartial }),
    times: times && { ...times, start: times.start * MICROSECONDS_PER_MILLISECOND },
    useRawSpeed: user.use_raw_gpx_speed === 1,
    ...(await rulesOf(ctx, user.id, sport)),
    elevations,
  }
  return ctx.tracks.read(request).catch((error) => {
    if (!(error instanceof TrackError)) throw error
    if (error.kind !== 'elevations') throw refused(error)
    // What the service did is in the log by now.
    throw internal(error.message)
  })
}

/** What the sport of a user's recording decides about how it is measured. */
export async function rulesOf(ctx: Pick<Reader, 'db'>, userId: number, sport: SportRow) {
  const preference = await findSportPreference(ctx.db, userId, sport.id)
  return {
    stoppedSpeedThreshold: (preference ?? sport).stopped_speed_threshold,
    hasElevation: sportFacts(sport.id).elevation,
  }
}

/** Whether a user's recordings of two sports are measured alike. */
export async function areMeasuredAlike(
  ctx: Reader,
  { id }: UserRow,
  [one, other]: readonly [SportRow, SportRow],
): Promise<boolean> {
  const [rules, others] = [await rulesOf(ctx, id, one), await rulesOf(ctx, id, other)]
  return (
    rules.stoppedSpeedThreshold === others.stoppedSpeedThreshold &&
    rules.hasElevation === others.hasElevation
  )
}

/** 400, with what would let the file be read after all. */
const refused = (cause: TrackError) => {
  const { message, remedy } = cause
  const error = remedy ? badRequestAs('error', message, { remedy }) : badRequest(message)
  return Object.assign(error, { cause })
}

/** Whose a workout is, and in which sport. */
export async function loadOwnerAndSport(ctx: Reader, workout: WorkoutRow) {
  const user = await getUserById(ctx.db, workout.user_id)
  const sport = await findSport(ctx.db, workout.sport_id)
  if (!sport) throw new Error(`workout ${workout.id} without sport`)
  return { user, sport }
}

/** A workout whose recording is read again, for whom and as which sport. */
interface Remeasured extends Pick<Recording, 'user' | 'sport' | 'elevations' | 'urgency'> {
  workout: WorkoutRow
}

/**
 * Reads the original of a workout again, using the current preferences.
 *
 * @throws 400 for a workout without recording, or when the file cannot be used; 500 when the file is missing.
 */
export async function remeasure(
  ctx: AppContext,
  { workout, ...how }: Remeasured,
): Promise<MeasuredTrack> {
  const { original_file: original } = workout
  if (original === null) throw badRequest('workout without original file')
  const name = unpackedName(original)
  if (!EXTENSIONS.some((extension) => extension === extensionOf(name)))
    throw internal('invalid file extension')
  const path = await ctx.files.fetch(original)
  if (path === undefined) throw internal('error when opening original file')
  const form: RecordingForm = { kind: isGzipped(original) ? 'gzip' : 'plain' }
  const file = { path, name, form }
  // What was agreed to when the workout was made holds on: the file has become no better.
  const times = { start: workout.workout_date, duration: workout.duration }
  return measureRecording(ctx, { ...how, file, acceptPartial: true, times })
}

/** The plan that keeps the elevations of a workout as they are. */
export const keptElevations = async (ctx: Reader, workout: WorkoutRow): Promise<ElevationPlan> =>
  planForRefresh(await storedElevations(ctx, workout))

/** The plan that asks the service of the user's choice for missing elevations. */
export const serviceElevations = async (
  ctx: Reader,
  workout: WorkoutRow,
  { missing_elevations_processing: source }: UserRow,
): Promise<ElevationPlan> =>
  planForRefreshWithService(await storedElevations(ctx, workout), source, ctx.config.elevation)

async function storedElevations(ctx: Reader, { id, elevation_data_source: source }: WorkoutRow) {
  const segments = await listSegmentPoints(ctx.db, id)
  return { source, points: segments.map(({ points }) => points) }
}
