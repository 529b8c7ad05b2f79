import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import { transact } from '@/store/db/connections/transact'
import { listLegs } from '@/store/db/queries/workouts/events'
import { loadWorkouts } from '@/store/db/queries/workouts/workouts'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { deleteWorkoutAndFiles } from './write-workout'

/**
 * Deletes one of the caller's workouts with its files, and updates records and equipment totals. `withEvent` also
 * deletes the other legs of its multisport event.
 *
 * @throws 404 and 403 as `requireOwnWorkout`.
 */
export async function deleteOwnWorkout(
  ctx: AppContext,
  caller: Caller,
  { shortId, withEvent }: { shortId: string; withEvent: boolean },
) {
  await transact(ctx, async (tx) => {
    const workout = await requireOwnWorkout(tx, caller, shortId)
    const legs = withEvent ? await listLegs(tx.db, workout) : []
    const others = legs.map(({ id }) => id).filter((id) => id !== workout.id)
    const rows = await loadWorkouts(tx.db, others)
    for (const each of [workout, ...rows.values()]) {
      await deleteWorkoutAndFiles(tx, each)
      await queueWorkoutEvent(tx, 'workout.deleted', each)
    }
  })
}
