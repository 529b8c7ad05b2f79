import { middleOf } from '@/analysis/same-route'
import type { AppContext } from '@/context'
import {
  deleteRouteWorkout,
  findLatestOnRoute,
  findRouteOf,
  replaceRouteLine,
  turnRoute,
} from '@/db/queries/routes'
import type { InTransaction } from '@/db/transact'
import { loadOutline } from './load-outline'

/**
 * Takes a workout off its route, before its line is gone. Where the route is known by that line, from now on it is by
 * the line of its latest workout.
 */
export async function leaveRoute(
  { db }: InTransaction<Pick<AppContext, 'db'>>,
  workoutId: number,
): Promise<void> {
  const route = await findRouteOf(db, workoutId)
  if (!route) return
  await deleteRouteWorkout(db, workoutId)
  if (route.workout_id !== workoutId) return
  const heir = await findLatestOnRoute(db, route.id)
  if (!heir) return
  const middle = middleOf(await loadOutline(db, heir.workout_id))
  await replaceRouteLine(db, route.id, { workoutId: heir.workout_id, middle })
  if (heir.is_opposite) await turnRoute(db, route.id)
}
