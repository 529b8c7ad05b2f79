import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { loadView } from '@/views/workout'
import type { WeatherColumns } from '@/weather/weather'
import type { MeasuredTrack } from '@/workers/track-job'
import { keptElevations, loadOwnerAndSport, remeasure } from './measure-recording'
import { requireOwnWorkout } from './read-workout'
import { recordedColumns } from './recorded-columns'
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
export async function missingWeather(
  ctx: AppContext,
  { weather_start, weather_end }: WorkoutRow,
  track: MeasuredTrack,
): Promise<Partial<WeatherColumns>> {
  const isKnown = weather_start !== null || weather_end !== null
  return isKnown ? {} : ctx.weather.around(track.ends)
}
