import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type ElevationPlan, planForRefresh } from '@/elevation/plan'
import { badRequest, internal } from '@/errors'
import { extensionOf } from '@/storage/upload-names'
import { FORMATS } from '@/tracks/formats/recognise'
import type { MeasuredTrack } from '@/workers/track-job'
import { measureRecording } from './measure-recording'

/** A workout whose recording is read again, for whom and as which sport. */
interface Remeasured {
  workout: WorkoutRow
  user: UserRow
  sport: SportRow
  elevations: ElevationPlan
}

/**
 * Reads the original of a workout again, by today's preferences.
 *
 * @throws 400 for a workout without recording, or when the file cannot be used; 500 when it is not where it should be.
 */
export async function remeasure(
  ctx: AppContext,
  { workout, user, sport, elevations }: Remeasured,
): Promise<MeasuredTrack> {
  const { original_file: name } = workout
  if (name === null) throw badRequest('workout without original file')
  if (!FORMATS.some((format) => format === extensionOf(name)))
    throw internal('invalid file extension')
  if (!(await ctx.files.exists(name))) throw internal('error when opening original file')
  const file = { path: ctx.files.pathOf(name), name }
  return measureRecording(ctx, { user, sport, file, elevations, withMap: false })
}

/** The plan that keeps the elevations of a workout as they are. */
export async function keptElevations(
  ctx: Pick<AppContext, 'db'>,
  { id, elevation_data_source: source }: WorkoutRow,
): Promise<ElevationPlan> {
  const segments = await listSegmentPoints(ctx.db, id)
  return planForRefresh({ source, points: segments.map(({ points }) => points) })
}
