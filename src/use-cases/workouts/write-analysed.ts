import type { Analysed } from '@/analysis/analysed'
import { deleteEfforts, insertEfforts, moveEfforts } from '@/db/queries/efforts'
import { moveRouteWorkout } from '@/db/queries/routes'
import { deleteIntensity, insertIntensity } from '@/db/queries/workout-intensity'

import type { WorkoutRow } from '@/db/queries/workouts'
import type { Tx } from '@/db/transact'

/** Columns under which it is found. */
export const FILED = ['sport_id', 'workout_date'] as const

/** Stores what was found in the recording of a workout that has nothing of it yet. */
export function insertAnalysed(
  db: Tx,
  workout: WorkoutRow,
  { efforts, intensity }: Analysed,
): void {
  insertEfforts(db, workout, efforts)
  if (intensity) insertIntensity(db, workout.id, intensity)
}

/** Removes what was found in the recording of a workout. */
export async function deleteAnalysed(db: Tx, workoutId: number): Promise<void> {
  await deleteEfforts(db, workoutId)
  await deleteIntensity(db, workoutId)
}

/** Files what was found in the recording of a workout under its sport and date. */
export async function moveAnalysed(db: Tx, workout: WorkoutRow): Promise<void> {
  await moveEfforts(db, workout)
  await moveRouteWorkout(db, workout)
}
