import { summarizeRoute } from '@/domain/analysis/same-route'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  deleteRouteWorkout,
  findLatestOnRoute,
  findRouteOf,
  replaceRouteLine,
  reverseRoute,
} from '@/store/db/queries/workouts/courses'
import { loadOutline } from '@/use-cases/workouts/read/load-outline'

/**
 * Removes a workout from its course. Must be called before its track is deleted. If the course uses this track as its
 * line, the course gets the line of its latest workout.
 */
export async function leaveCourse(
  { db }: InTransaction<Pick<AppContext, 'db'>>,
  workoutId: number,
): Promise<void> {
  const route = await findRouteOf(db, workoutId)
  if (!route) return
  await deleteRouteWorkout(db, workoutId)
  if (route.workout_id !== workoutId) return
  const replacement = await findLatestOnRoute(db, route.id)
  if (!replacement) return
  const middle = summarizeRoute(await loadOutline(db, replacement.workout_id))
  await replaceRouteLine(db, route.id, { workoutId: replacement.workout_id, middle })
  if (replacement.is_opposite) await reverseRoute(db, route.id)
}
