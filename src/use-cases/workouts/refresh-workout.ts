import { asCaller } from '@/auth/as-caller'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { SportRow } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { paceOf } from '@/tracks/metrics/speed'
import { loadView } from '@/views/workout'
import type { WeatherColumns } from '@/weather/weather'
import type { MeasuredTrack } from '@/workers/track-job'
import {
  keptElevations,
  loadOwnerAndSport,
  remeasure,
  serviceElevations,
} from './measure-recording'
import { requireOwnWorkout } from './read-workout'
import { recordedColumns } from './recorded-columns'
import { removeWorkout } from './remove-workout'
import { changeWorkout } from './write-workout'

/**
 * Measures the recording of a workout again with the current preferences. Title, description, date and map image stay;
 * missing weather is asked for.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, then what `remeasure` throws.
 */
export async function refreshWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  const workout = await requireOwnWorkout(ctx, caller, shortId)
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const elevations = await keptElevations(ctx, workout)
  const track = await remeasure(ctx, { workout, user, sport, elevations })
  const columns = { ...recordedColumns(track), ...(await missingWeather(ctx, workout, track)) }
  const changed = await transact(ctx, (tx) => changeWorkout(tx, workout.id, { columns, track }))
  return loadView(ctx, caller, changed)
}

/** The weather around a recording; nothing when it is known at one end at least. */
async function missingWeather(
  ctx: AppContext,
  { weather_start, weather_end }: WorkoutRow,
  track: MeasuredTrack,
): Promise<Partial<WeatherColumns>> {
  const isKnown = weather_start !== null || weather_end !== null
  return isKnown ? {} : ctx.weather.around(track.ends)
}

/** What to do with a workout whose original is missing. */
export const FILE_ERROR_CHOICES = ['remove-references', 'delete-workout'] as const
export type OnFileError = (typeof FILE_ERROR_CHOICES)[number]

/** Options of refreshing workouts on the command line. */
export interface RefreshOptions {
  newSport: SportRow | undefined
  withWeather: boolean
  withElevation: boolean
  onFileError: OnFileError | undefined
}

/**
 * Measures the recording of any user's workout again.
 *
 * @throws 400 or 500 with the reason why that is not possible; the workout stays as it is then.
 */
export async function refreshAnyWorkout(
  ctx: AppContext,
  workout: WorkoutRow,
  options: RefreshOptions,
): Promise<'updated' | 'deleted'> {
  const { original_file: file } = workout
  if (options.onFileError && file !== null && !(await ctx.files.exists(file)))
    return giveUpFile(ctx, workout, options.onFileError)
  const { user, sport: formerSport } = await loadOwnerAndSport(ctx, workout)
  const sport = options.newSport ?? formerSport
  const elevations = options.withElevation
    ? await serviceElevations(ctx, workout, user)
    : await keptElevations(ctx, workout)
  const track = await remeasure(ctx, { workout, user, sport, elevations })
  const columns = {
    ...recordedColumns(track),
    ...(options.withWeather && (await missingWeather(ctx, workout, track))),
    sport_id: sport.id,
  }
  await transact(ctx, (tx) => changeWorkout(tx, workout.id, { columns, track }))
  return 'updated'
}

/** Computes the paces of a workout without recording from its speeds. */
export async function refreshPaces(
  ctx: AppContext,
  workout: WorkoutRow,
  { newSport }: Pick<RefreshOptions, 'newSport'>,
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
