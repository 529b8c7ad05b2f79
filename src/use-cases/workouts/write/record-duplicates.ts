import type { Tx } from '@/store/db/connections/transact'
import { findTwins, insertDuplicates } from '@/store/db/queries/workouts/workout-duplicates'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'

/** Records which of the owner's workouts a new or changed one may duplicate. */
export async function recordDuplicates(db: Tx, workout: WorkoutRow): Promise<void> {
  const twins = await findTwins(db, workout.id, workout)
  if (twins.length > 0)
    await insertDuplicates(
      db,
      workout,
      twins.map(({ id }) => id),
    )
}
