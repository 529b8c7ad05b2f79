import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { findSport } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { loadView } from '@/views/workout'
import type { WeatherColumns } from '@/weather/weather'
import type { MeasuredTrack } from '@/workers/track-job'
import { requireOwnWorkout } from './read-workout'
import { recordedColumns } from './recorded-columns'
import { keptElevations, remeasure } from './remeasure'
import { changeWorkout } from './write-workout'

/**
 * Measures the recording of a workout again, as preferences are now. Title, description, date and map image stay; the
 * weather is asked for if it is missing at both ends.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, then what `remeasure` throws.
 */
export async function refreshWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  const workout = await requireOwnWorkout(ctx, caller, shortId)
  const user = await getUserById(ctx.db, workout.user_id)
  const sport = await findSport(ctx.db, workout.sport_id)
  if (!sport) throw new Error(`workout ${workout.id} without sport`)
  const elevations = await keptElevations(ctx, workout)
  const track = await remeasure(ctx, { workout, user, sport, elevations })
  const weather = await missingWeather(ctx, workout, track)
  const columns = { ...recordedColumns(track), ...weather }
  const changed = await transact(ctx, (tx) => changeWorkout(tx, workout.id, { columns, track }))
  return loadView(ctx, caller, changed)
}

async function missingWeather(
  ctx: AppContext,
  { weather_start, weather_end }: WorkoutRow,
  track: MeasuredTrack,
): Promise<Partial<WeatherColumns>> {
  const isKnown = weather_start !== null || weather_end !== null
  return isKnown ? {} : ctx.weather.around(track.ends)
}
