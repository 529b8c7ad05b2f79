import type { Analysed } from '@/analysis/analysed'
import { deleteEfforts, insertEfforts, moveEfforts, replaceEfforts } from '@/db/queries/efforts'
import { moveRouteWorkout } from '@/db/queries/routes'
import { deleteIntensity, insertIntensity, replaceIntensity } from '@/db/queries/workout-intensity'
import { addToLoadSums, deleteLoad } from '@/db/queries/workout-loads'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { Tx } from '@/db/transact'
import { LOADED, replaceLoad, restoreLoad, storeLoad } from './write-load'

/** Columns under which it is found. */
const FILED = ['sport_id', 'workout_date'] as const

/** Stores what was found in the recording of a workout that has nothing of it yet. */
export async function insertAnalysed(
  db: Tx,
  workout: WorkoutRow,
  { efforts, intensity }: Analysed,
): Promise<void> {
  insertEfforts(db, workout, efforts)
  if (intensity) insertIntensity(db, workout.id, intensity)
  await storeLoad(db, workout, intensity)
}

/**
 * Stores what was found in the recording of a workout in place of what it has; only what differs is written. Its load is in
 * the sums before and afterwards.
 */
export async function updateAnalysed(
  db: Tx,
  workout: WorkoutRow,
  { efforts, intensity }: Analysed,
): Promise<void> {
  await replaceEfforts(db, workout, efforts)
  await replaceIntensity(db, workout.id, intensity)
  await replaceLoad(db, workout, intensity)
}

/** Removes what was found in the recording of a workout, whose load is not in the sums. */
export async function deleteAnalysed(db: Tx, workoutId: number): Promise<void> {
  await deleteEfforts(db, workoutId)
  await deleteIntensity(db, workoutId)
  await deleteLoad(db, workoutId)
}

/**
 * Files what was found in the recording of a workout under its sport and date, which may be other ones than they were.
 * Its load is not in the sums before, and is afterwards.
 */
export async function moveAnalysed(db: Tx, former: WorkoutRow, workout: WorkoutRow): Promise<void> {
  const isSame = (column: keyof WorkoutRow) => former[column] === workout[column]
  if (!FILED.every(isSame)) {
    await moveEfforts(db, workout)
    await moveRouteWorkout(db, workout)
  }
  if (LOADED.every(isSame)) await addToLoadSums(db, workout.id)
  else await restoreLoad(db, workout)
}
