import { asCaller } from '@/auth/as-caller'
import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import { findSport, type SportRow } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { planForRefresh, planForRefreshWithService } from '@/elevation/plan'
import { paceOf } from '@/tracks/metrics/speed'
import { removeWorkout } from './read-workout'
import { recordedColumns } from './recorded-columns'
import { remeasure } from './remeasure'
import { changeWorkout } from './write-workout'

/** What to do with a workout whose original is not where it should be. */
export const FILE_ERROR_CHOICES = ['remove-references', 'delete-workout'] as const
export type OnFileError = (typeof FILE_ERROR_CHOICES)[number]

/** How workouts are computed again on the command line. */
export interface RefreshWishes {
  newSport: SportRow | undefined
  withWeather: boolean
  withElevation: boolean
  onFileError: OnFileError | undefined
}

/**
 * Measures the recording of a workout again, whoever it belongs to.
 *
 * @throws 400 or 500 with the reason why that is not possible; the workout stays as it is then.
 */
export async function refreshRow(
  ctx: AppContext,
  workout: WorkoutRow,
  wishes: RefreshWishes,
): Promise<'updated' | 'deleted'> {
  const { original_file: file } = workout
  if (wishes.onFileError && file !== null && !(await ctx.files.exists(file)))
    return giveUpFile(ctx, workout, wishes.onFileError)
  const user = await getUserById(ctx.db, workout.user_id)
  const sport = wishes.newSport ?? (await findSport(ctx.db, workout.sport_id))
  if (!sport) throw new Error(`workout ${workout.id} without sport`)
  const points = (await listSegmentPoints(ctx.db, workout.id)).map((segment) => segment.points)
  const stored = { source: workout.elevation_data_source, points }
  const elevations = wishes.withElevation
    ? planForRefreshWithService(stored, user.missing_elevations_processing, ctx.config.elevation)
    : planForRefresh(stored)
  const track = await remeasure(ctx, { workout, user, sport, elevations })
  const knowsWeather = workout.weather_start !== null || workout.weather_end !== null
  const asks = wishes.withWeather && !knowsWeather
  const columns = {
    ...recordedColumns(track),
    ...(asks && (await ctx.weather.around(track.ends))),
    sport_id: sport.id,
  }
  await transact(ctx, (tx) => changeWorkout(tx, workout.id, { columns, track }))
  return 'updated'
}

/** Computes the paces of a workout without recording from its speeds. */
export async function refreshPaces(
  ctx: AppContext,
  workout: WorkoutRow,
  { newSport }: Pick<RefreshWishes, 'newSport'>,
): Promise<'updated'> {
  const sportId = newSport?.id ?? workout.sport_id
  const columns = {
    ave_pace: paceOf(workout.ave_speed ?? 0),
    best_pace: paceOf(workout.max_speed ?? 0),
    sport_id: sportId,
  }
  await transact(ctx, (tx) => changeWorkout(tx, workout.id, { columns }))
  return 'updated'
}

async function giveUpFile(ctx: AppContext, workout: WorkoutRow, choice: OnFileError) {
  if (choice === 'delete-workout') {
    const user = await getUserById(ctx.db, workout.user_id)
    await removeWorkout(ctx, asCaller(user), workout.short_id)
    return 'deleted'
  }
  const columns = { original_file: null, map_file: null, map_id: null }
  await transact(ctx, (tx) => changeWorkout(tx, workout.id, { columns, track: null }))
  return 'updated'
}
