import type { AppContext } from '@/context'
import { findSportPreference, type SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import type { ElevationPlan } from '@/elevation/plan'
import { badRequest, internal } from '@/errors'
import { sportFacts } from '@/policy/sport-display'
import { TrackError } from '@/tracks/track-error'
import type { MeasuredTrack } from '@/workers/track-job'

/** A recording and whose it is; the sport decides what its numbers mean. */
export interface Recording {
  user: UserRow
  sport: SportRow
  /** Its absolute path, and the name that came with it. */
  file: { path: string; name: string }
  elevations: ElevationPlan
  withMap: boolean
}

/**
 * Reads and measures a recording by the preferences of its user.
 *
 * @throws 400 with the reason why the file cannot be used, 500 when a service fails that was to be asked.
 */
export async function measureRecording(
  ctx: AppContext,
  { user, sport, file, elevations, withMap }: Recording,
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
    elevations,
    withMap,
  }
  return ctx.tracks.read(request).catch((error) => {
    if (!(error instanceof TrackError)) throw error
    if (error.kind !== 'elevations') throw badRequest(error.message)
    throw Object.assign(internal(error.message), { cause: error })
  })
}
