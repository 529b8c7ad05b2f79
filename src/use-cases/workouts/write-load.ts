import type { Intensity } from '@/analysis/intensity'
import { type Evaluation, evaluate, type Known, type Totals } from '@/analysis/load'
import { sumLengths } from '@/analysis/swim'
import type { SportMeasures } from '@/analysis/thresholds'
import type { Db } from '@/db/open'
import { findLaps } from '@/db/queries/device-data'
import { findThresholds, getZoneRules } from '@/db/queries/thresholds'
import { findIntensity } from '@/db/queries/workout-intensity'
import {
  addToLoadSums,
  deleteLoad,
  insertLoad,
  isLoadStored,
  takeFromLoadSums,
} from '@/db/queries/workout-loads'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { Tx } from '@/db/transact'
import { sportFacts } from '@/policy/sport-display'
import { isSwimming } from '@/reference/swimming'
import { METRES_PER_KM } from '@/tracks/metrics/units'

/** Columns of a workout that its load is made of, besides what is kept of its recording. */
export const LOADED = [
  ...(['sport_id', 'workout_date', 'distance', 'moving', 'ave_hr', 'original_file'] as const),
] as const

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | (typeof LOADED)[number]>

/** What a sport knows of: which of its numbers are held against thresholds. */
export function sportMeasures(sportId: number): SportMeasures {
  const { power, pace } = sportFacts(sportId)
  if (isSwimming(sportId)) return { power, pace: 'swim_pace' }
  return { power, pace: pace ? 'threshold_pace' : undefined }
}

/** What thresholds make of a workout. */
export interface EvaluatedWorkout {
  evaluation: Evaluation
  /** Of a swim, without the rests where its device told of lengths. */
  swum: Totals | undefined
}

/** What the thresholds that hold on the day of a workout make of it; without an intensity nothing was measured. */
export async function evaluateWorkout(
  db: Db,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<EvaluatedWorkout> {
  const { user_id: userId, sport_id: sportId, workout_date: at } = workout
  const thresholds = await findThresholds(db, { userId, sportId, at })
  const rules = await getZoneRules(db, userId)
  const known = await loadKnown(db, workout, intensity)
  const evaluation = evaluate(known, thresholds, { sport: sportMeasures(sportId), rules })
  return { evaluation, swum: isSwimming(sportId) ? known.totals : undefined }
}

async function loadKnown(db: Db, workout: Owned, intensity: Intensity | undefined): Promise<Known> {
  const isRecorded = intensity !== undefined || workout.original_file !== null
  const { distance, moving: seconds, ave_hr } = workout
  const told = { metres: distance === null ? undefined : distance * METRES_PER_KM, seconds }
  if (!isRecorded)
    return { intensity, isRecorded, totals: told, meanHeartRate: ave_hr ?? undefined }
  const swims = isSwimming(workout.sport_id)
  const totals = swims ? ((await sumDeviceLengths(db, workout.id)) ?? told) : undefined
  return { intensity, isRecorded, totals, meanHeartRate: undefined }
}

async function sumDeviceLengths(db: Db, workoutId: number): Promise<Totals | undefined> {
  const laps = await findLaps(db, workoutId)
  return laps === undefined ? undefined : sumLengths(JSON.parse(laps))
}

/** Stores the load of a workout that has none, and adds it to the sums. */
export async function storeLoad(
  db: Tx,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<void> {
  const { evaluation } = await evaluateWorkout(db, workout, intensity)
  if (insertLoad(db, workout.id, evaluation)) await addToLoadSums(db, workout.id)
}

/** Stores the load of a workout in place of the one that it has and that is in the sums, unless that is the same. */
export async function replaceLoad(
  db: Tx,
  workout: Owned,
  intensity: Intensity | undefined,
): Promise<void> {
  const { evaluation } = await evaluateWorkout(db, workout, intensity)
  if (await isLoadStored(db, workout.id, evaluation)) return
  await takeFromLoadSums(db, workout.id)
  await deleteLoad(db, workout.id)
  if (insertLoad(db, workout.id, evaluation)) await addToLoadSums(db, workout.id)
}

/** Makes the load of a workout anew that is not in the sums; its intensity is read from the database. */
export async function restoreLoad(db: Tx, workout: Owned): Promise<void> {
  await deleteLoad(db, workout.id)
  await storeLoad(db, workout, await findIntensity(db, workout.id))
}

/** The same of one that is in the sums. */
export async function renewLoad(db: Tx, workout: Owned): Promise<void> {
  await takeFromLoadSums(db, workout.id)
  await restoreLoad(db, workout)
}
