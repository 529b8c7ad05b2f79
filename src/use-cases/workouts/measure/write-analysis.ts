import type { SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import type { Effort } from '@/domain/analysis/efforts'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { moveRouteWorkout } from '@/store/db/queries/workouts/courses'
import {
  deleteEfforts,
  insertEfforts,
  moveEfforts,
  replaceEfforts,
} from '@/store/db/queries/workouts/efforts'
import { listExcludedEfforts } from '@/store/db/queries/workouts/excluded-efforts'
import {
  deleteIntensity,
  insertIntensity,
  replaceIntensity,
} from '@/store/db/queries/workouts/workout-intensity'
import { addToLoadSums, deleteLoad } from '@/store/db/queries/workouts/workout-loads'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { LOAD_INPUTS, replaceLoad, restoreLoad, storeLoad } from './write-load'

/** Columns that are copied to the rows of an analysis. */
const COPIED_COLUMNS = ['sport_id', 'workout_date'] as const

/** Returns the efforts that count in rankings: those that are not excluded, none if the workout is excluded. */
export async function filterRanked(
  db: Db,
  { id, is_excluded }: Pick<WorkoutRow, 'id' | 'is_excluded'>,
  efforts: readonly Effort[],
): Promise<readonly Effort[]> {
  if (is_excluded === 1 || efforts.length === 0) return []
  const excluded = await listExcludedEfforts(db, id)
  if (excluded.length === 0) return efforts
  const keys = new Set(excluded.map(({ kind, target }) => `${kind} ${target}`))
  return efforts.filter(({ kind, target }) => !keys.has(`${kind} ${target}`))
}

/** Stores the results of an analysis for a workout that has none yet. */
export async function insertAnalysed(
  db: Tx,
  workout: WorkoutRow,
  { efforts, intensity }: SegmentAnalysis,
): Promise<void> {
  insertEfforts(db, workout, await filterRanked(db, workout, efforts))
  if (intensity) insertIntensity(db, workout.id, intensity)
  await storeLoad(db, workout, intensity)
}

/**
 * Replaces the results of an analysis, writing only differences. The training load is included in the totals before and
 * afterwards.
 */
export async function updateAnalysed(
  db: Tx,
  workout: WorkoutRow,
  { efforts, intensity }: SegmentAnalysis,
): Promise<void> {
  await replaceEfforts(db, workout, await filterRanked(db, workout, efforts))
  await replaceIntensity(db, workout.id, intensity)
  await replaceLoad(db, workout, intensity)
}

/** Deletes the results of an analysis of a workout whose training load is not included in the totals. */
export async function deleteAnalysed(db: Tx, workoutId: number): Promise<void> {
  await deleteEfforts(db, workoutId)
  await deleteIntensity(db, workoutId)
  await deleteLoad(db, workoutId)
}

/**
 * Updates sport and date in the results of an analysis, and deletes the efforts of a workout that is excluded now. The
 * training load is not included in the totals before, but is afterwards.
 */
export async function updateSportAndDate(
  db: Tx,
  former: WorkoutRow,
  workout: WorkoutRow,
): Promise<void> {
  const isSame = (column: keyof WorkoutRow) => former[column] === workout[column]
  if (workout.is_excluded === 1 && former.is_excluded === 0) await deleteEfforts(db, workout.id)
  if (!COPIED_COLUMNS.every(isSame)) {
    await moveEfforts(db, workout)
    await moveRouteWorkout(db, workout)
  }
  if (LOAD_INPUTS.every(isSame)) await addToLoadSums(db, workout.id)
  else await restoreLoad(db, workout)
}
