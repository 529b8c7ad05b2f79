import type { Measurements } from '@/domain/reference/measurements'
import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import { MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import { TrackError } from '@/domain/tracks/track-error'
import type { Config } from '@/lib/config/config'
import { badRequest, badRequestAs, internal } from '@/lib/errors'
import { sportFacts } from '@/policy/sport-display'
import type { ElevationPlan } from '@/services/elevation/plan'
import type { MeasuringRequest, Priority } from '@/services/workers/jobs'
import type { Recording } from '@/services/workers/recording'
import type { RecordingReader } from '@/services/workers/start-workers'
import type { Upload } from '@/services/workers/upload'
import type { Db } from '@/store/db/connections/open'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { findSportPreference, type SportRow } from '@/store/db/queries/catalogue/sports'

interface Deps {
  db: Db
  config: Pick<Config, 'importWithoutGps' | 'measurements'>
  recordings: RecordingReader
}

/** The owner of an upload, the sport as which it is measured, and how. */
export interface MeasuringOptions {
  user: UserRow
  sport: SportRow
  elevations: ElevationPlan
  /** Whether to accept the beginning of a truncated file. */
  acceptPartial?: boolean
  /** For tracks without times: start in milliseconds since the Unix epoch, and duration in seconds. */
  times?: { start: number; duration: number } | undefined
  priority?: Priority | undefined
  /** Which legs of a file to measure; by default the file is one recording. */
  legs?: MeasuringRequest['legs']
  /** Edits to apply to the recording. */
  edits?: TrackEdits | null
}

/**
 * Reads an upload and measures its recording with the preferences of its owner.
 *
 * @throws 400 when the file cannot be used, 500 when a configured service fails.
 */
export async function measureRecording(
  deps: Deps,
  upload: Upload,
  { user, sport, elevations, acceptPartial, priority, legs, ...options }: MeasuringOptions,
): Promise<Recording> {
  const edits = options.edits ?? undefined
  // Without times, a line is spread over the time that it had before it was edited.
  const times = edits ? { start: edits.start, duration: edits.duration } : options.times
  const request = {
    ...upload,
    ...priority,
    userId: user.id,
    segmentsCreationEvent: user.segments_creation_event,
    acceptWithoutGps: deps.config.importWithoutGps,
    ...(acceptPartial && { acceptPartial }),
    times: times && { ...times, start: times.start * MICROSECONDS_PER_MILLISECOND },
    measurements: measurementsOf(deps.config, user),
    legs,
    edits,
    useRawSpeed: user.use_raw_gpx_speed === 1,
    ...(await getMeasuringRules(deps, user.id, sport)),
    elevations,
  }
  return deps.recordings.read(request).catch((error) => {
    if (!(error instanceof TrackError)) throw error
    if (error.kind !== 'elevations') throw toBadRequest(error)
    // The response of the service has been logged.
    throw internal(error.message)
  })
}

/** Returns how a user's recordings are measured: as the user prefers, or else as the server is set. */
export const measurementsOf = (
  { measurements }: Pick<Config, 'measurements'>,
  user: Pick<UserRow, 'measurements'>,
): Measurements => user.measurements ?? measurements

/** Returns the settings for measuring a user's recordings in a sport. */
export async function getMeasuringRules({ db }: { db: Db }, userId: number, sport: SportRow) {
  const preference = await findSportPreference(db, userId, sport.id)
  return {
    stoppedSpeedThreshold: (preference ?? sport).stopped_speed_threshold,
    hasElevation: sportFacts(sport.id).elevation,
  }
}

/** Whether a user's recordings of two sports are measured with the same settings. */
export async function areMeasuredAlike(
  deps: { db: Db },
  { id }: UserRow,
  [one, other]: readonly [SportRow, SportRow],
): Promise<boolean> {
  const [rules, others] = [
    await getMeasuringRules(deps, id, one),
    await getMeasuringRules(deps, id, other),
  ]
  return (
    rules.stoppedSpeedThreshold === others.stoppedSpeedThreshold &&
    rules.hasElevation === others.hasElevation
  )
}

/** Returns a 400 error, with a hint how the file could be read. */
const toBadRequest = (cause: TrackError) => {
  const { message, remedy } = cause
  const error = remedy ? badRequestAs('error', message, { remedy }) : badRequest(message)
  return Object.assign(error, { cause })
}
