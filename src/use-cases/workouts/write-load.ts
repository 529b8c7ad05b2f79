import type { Intensity } from '@/analysis/intensity'
import { type Evaluation, evaluate } from '@/analysis/load'
import type { SportMeasures } from '@/analysis/thresholds'
import type { Db } from '@/db/open'
import { findThresholds, getZoneRules } from '@/db/queries/thresholds'
import { findIntensity } from '@/db/queries/workout-intensity'
import { addToLoadSums, deleteLoad, insertLoad, takeFromLoadSums } from '@/db/queries/workout-loads'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { Tx } from '@/db/transact'
import { isSwimming, sportFacts } from '@/policy/sport-display'

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | 'sport_id' | 'workout_date'>

/** What a sport knows of: which of its numbers are held against thresholds. */
export function sportMeasures(sportId: number): SportMeasures {
  const { power, pace } = sportFacts(sportId)
  if (isSwimming(sportId)) return { power, pace: 'swim_pace' }
  return { power, pace: pace ? 'threshold_pace' : undefined }
}

/** What the thresholds that hold on the day of a workout make of its intensity. */
export async function evaluateWorkout(
  db: Db,
  { user_id: userId, sport_id: sportId, workout_date: at }: Omit<Owned, 'id'>,
  intensity: Intensity,
): Promise<Evaluation> {
  const thresholds = await findThresholds(db, { userId, sportId, at })
  const rules = await getZoneRules(db, userId)
  return evaluate(intensity, thresholds, { sport: sportMeasures(sportId), rules })
}

/** Stores the load of a workout that has none, and adds it to the sums. */
export async function storeLoad(db: Tx, workout: Owned, intensity: Intensity): Promise<void> {
  insertLoad(db, workout.id, await evaluateWorkout(db, workout, intensity))
  await addToLoadSums(db, workout.id)
}

/** Makes the load of a workout anew that is not in the sums; its intensity is read from the database. */
export async function restoreLoad(db: Tx, workout: Owned): Promise<void> {
  await deleteLoad(db, workout.id)
  const intensity = await findIntensity(db, workout.id)
  if (intensity) await storeLoad(db, workout, intensity)
}

/** The same of one that is in the sums. */
export async function renewLoad(db: Tx, workout: Owned): Promise<void> {
  await takeFromLoadSums(db, workout.id)
  await restoreLoad(db, workout)
}
