import type { Config } from '@/lib/config/config'
import type { InTransaction } from '@/store/db/connections/transact'
import { findSport } from '@/store/db/queries/catalogue/sports'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { type EventDeps, queueEvent } from './queue'

type Tx = InTransaction<EventDeps & { config: Pick<Config, 'uiUrl'> }>

/** Queues an event about a workout for the webhooks of its user. */
export async function queueWorkoutEvent(
  tx: Tx,
  event: 'workout.created' | 'workout.changed' | 'workout.deleted',
  workout: WorkoutRow,
): Promise<void> {
  await queueEvent(tx, [workout.user_id], event, async () => ({
    workout: event === 'workout.deleted' ? { id: workout.short_id } : await describe(tx, workout),
  }))
}

/** What receivers show of a workout; everything else is behind `api_url`. Distance in km, times in seconds. */
async function describe({ db, config }: Tx, workout: WorkoutRow): Promise<object> {
  const sport = await findSport(db, workout.sport_id)
  const { short_id: id, sport_id, title, distance, duration, moving, ascent, ave_hr } = workout
  return {
    ...{ id, title, sport_id, sport: sport?.label ?? null },
    start: new Date(workout.workout_date).toISOString(),
    ...{ distance, duration, moving, ascent, ave_hr },
    is_suspended: workout.suspended_at !== null,
    url: `${config.uiUrl}/workouts/${id}`,
    api_url: `${config.uiUrl}/api/workouts/${id}`,
  }
}
