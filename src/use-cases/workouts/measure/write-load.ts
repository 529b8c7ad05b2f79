import type { Intensity } from '@/domain/analysis/intensity'
import {
  type DistanceAndTime,
  evaluateLoad,
  type LoadEvaluation,
  type LoadInput,
} from '@/domain/analysis/load'
import type { SportMeasures } from '@/domain/analysis/thresholds'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { isSwimming } from '@/domain/reference/swimming'
import { sumLengths } from '@/domain/tracks/metrics/pool-swim'
import { sportFacts } from '@/policy/sport-display'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { findThresholds, getZoneRules } from '@/store/db/queries/accounts/thresholds'
import { findLaps } from '@/store/db/queries/workouts/device-data'
import { findIntensity } from '@/store/db/queries/workouts/workout-intensity'
import {
  addToLoadSums,
  deleteLoad,
  insertLoad,
  isLoadStored,
  subtractFromLoadSums,
} from '@/store/db/queries/workouts/workout-loads'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'

/** Columns of a workout that its training load depends on, in addition to the analysis. */
export const LOAD_INPUTS = [
  ...(['sport_id', 'workout_date', 'distance', 'moving', 'ave_hr', 'original_file'] as const),
] as const

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | (typeof LOAD_INPUTS)[number]>

/** Returns which measurements of a sport are compared with thresholds. */
export function sportMeasures(sportId: number): SportMeasures {
  const { power, pace } = sportFacts(sportId)
  if (isSwimming(sportId)) return { power, pace: 'swim_pace' }
  return { power, pace: pace ? 'threshold_pace' : undefined }
}

/** A workout evaluated with the thresholds in force. */
export interface EvaluatedWorkout {
  evaluation: LoadEvaluation
  /** Only for swims: totals without rests, if the device recorded lengths. */
  swum: DistanceAndTime | undefined
}

/** Evaluates a workout with the thresholds in force on its day. `intensity` is undefined when nothing was measured. */
export async function evaluateWorkout(
  db: Db,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<EvaluatedWorkout> {
  const { user_id: userId, sport_id: sportId, workout_date: at } = workout
  const thresholds = await findThresholds(db, { userId, sportId, at })
  const rules = await getZoneRules(db, userId)
  const known = await loadKnown(db, workout, intensity)
  const evaluation = evaluateLoad(known, thresholds, { sport: sportMeasures(sportId), rules })
  return { evaluation, swum: isSwimming(sportId) ? known.totals : undefined }
}

async function loadKnown(
  db: Db,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<LoadInput> {
  const isRecorded = intensity !== undefined || workout.original_file !== null
  const { distance, moving: seconds, ave_hr } = workout
  const recorded = { metres: distance === null ? undefined : distance * METRES_PER_KM, seconds }
  if (!isRecorded)
    return { intensity, isRecorded, totals: recorded, meanHeartRate: ave_hr ?? undefined }
  const swims = isSwimming(workout.sport_id)
  const totals = swims ? ((await sumDeviceLengths(db, workout.id)) ?? recorded) : undefined
  return { intensity, isRecorded, totals, meanHeartRate: undefined }
}

async function sumDeviceLengths(db: Db, workoutId: number): Promise<DistanceAndTime | undefined> {
  const laps = await findLaps(db, workoutId)
  return laps === undefined ? undefined : sumLengths(JSON.parse(laps))
}

/** Stores the training load of a workout that has none, and adds it to the totals. */
export async function storeLoad(
  db: Tx,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<void> {
  const { evaluation } = await evaluateWorkout(db, workout, intensity)
  if (insertLoad(db, workout.id, evaluation)) await addToLoadSums(db, workout.id)
}

/** Replaces the training load of a workout that is included in the totals, unless it is the same. */
export async function replaceLoad(
  db: Tx,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<void> {
  const { evaluation } = await evaluateWorkout(db, workout, intensity)
  if (await isLoadStored(db, workout.id, evaluation)) return
  await subtractFromLoadSums(db, workout.id)
  await deleteLoad(db, workout.id)
  if (insertLoad(db, workout.id, evaluation)) await addToLoadSums(db, workout.id)
}

/**
 * Recomputes the training load of a workout that is not included in the totals. Reads its intensity from the database.
 */
export async function restoreLoad(db: Tx, workout: Owned): Promise<void> {
  await deleteLoad(db, workout.id)
  await storeLoad(db, workout, await findIntensity(db, workout.id))
}

/** Recomputes the training load of a workout that is included in the totals. */
export async function recomputeLoad(db: Tx, workout: Owned): Promise<void> {
  await subtractFromLoadSums(db, workout.id)
  await restoreLoad(db, workout)
}
