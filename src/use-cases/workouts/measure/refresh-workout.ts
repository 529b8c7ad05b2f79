import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { WeatherColumns } from '@/services/weather/weather'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import type { Recording } from '@/services/workers/recording'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { loadView, requireOwnWorkout } from '@/use-cases/views/workout'
import { changeAsRead } from '@/use-cases/workouts/write/change-unless-edited'
import { type Change, changeWorkout } from '@/use-cases/workouts/write/write-workout'
import { loadOwnerAndSport, planStoredElevations, remeasure, remeasuredColumns } from './remeasure'

/**
 * Measures the recording of a workout again with the current preferences. Does not change title, description, date and
 * map image. Fetches missing weather.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, then as `remeasure`.
 */
export async function refreshWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  const changed = await changeAsRead(ctx, {
    read: async () => [await requireOwnWorkout(ctx, caller, shortId)],
    decide: ([workout]) => measureAgain(ctx, workout),
    store: async (tx, [{ id }], change) => {
      const measured = await changeWorkout(tx, id, change)
      await queueWorkoutEvent(tx, 'workout.changed', measured)
      return measured
    },
  })
  return loadView(ctx, caller, changed)
}

async function measureAgain(ctx: AppContext, workout: WorkoutRow): Promise<Change> {
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const elevations = await planStoredElevations(ctx, workout)
  const recording = await remeasure(ctx, { workout, user, sport, elevations })
  const columns = {
    ...remeasuredColumns(workout, recording),
    ...(await missingWeather(ctx, workout, recording)),
  }
  return { columns, recording }
}

/** Fetches the weather at both ends of a recording; empty when it is known at one end or both. */
export async function missingWeather(
  ctx: AppContext,
  { weather_start, weather_end }: WorkoutRow,
  recording: Recording,
): Promise<Partial<WeatherColumns>> {
  const isKnown = weather_start !== null || weather_end !== null
  return isKnown ? {} : ctx.weather.around(recording.ends)
}
