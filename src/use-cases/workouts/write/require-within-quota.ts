import { workoutQuotaExceeded } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { countWorkouts } from '@/store/db/queries/workouts/workout-totals'

/**
 * Checks that a user may have one more workout. Must be called in the transaction that inserts it. Transactions are
 * serialised, so concurrent uploads cannot exceed the quota together.
 *
 * @throws 413
 */
export async function requireWithinQuota(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  userId: number,
): Promise<void> {
  const limit = config.quotas.workouts
  if (limit === 0) return
  const { workouts } = await countWorkouts(db, { userId, sportId: undefined })
  if (workouts >= limit) throw workoutQuotaExceeded()
}
