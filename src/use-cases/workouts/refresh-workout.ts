import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { WorkoutRow } from '@/db/queries/workouts'
import { loadView } from '@/views/workout'
import type { WeatherColumns } from '@/weather/weather'
import type { MeasuredTrack } from '@/workers/track-job'
import { changeAsRead } from './change-as-read'
import { keptElevations, loadOwnerAndSport, remeasure } from './measure-recording'
import { requireOwnWorkout } from './read-workout'
import { recordedColumns } from './recorded-columns'
import { type Change, changeWorkout } from './write-workout'

/**
 * Measures the recording of a workout again with the current preferences. Title, description, date and map image stay;
 * missing weather is asked for.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, then what `remeasure` throws.
 */
export async function refreshWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  const changed = await changeAsRead(ctx, {
    read: async () => [await requireOwnWorkout(ctx, caller, shortId)],
    decide: ([workout]) => measureAgain(ctx, workout),
    store: (tx, [{ id }], change) => changeWorkout(tx, id, change),
  })
  return loadView(ctx, caller, changed)
}

async function measureAgain(ctx: AppContext, workout: WorkoutRow): Promise<Change> {
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const elevations = await keptElevations(ctx, workout)
  const track = await remeasure(ctx, { workout, user, sport, elevations })
  const columns = { ...recordedColumns(track), ...(await missingWeather(ctx, workout, track)) }
  return { columns, track }
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
