import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { deleteWorkoutAndFiles } from './write-workout'

/**
 * Deletes one of the caller's workouts with its files, and updates records and equipment totals.
 *
 * @throws 404 and 403 as `requireOwnWorkout`.
 */
export async function deleteOwnWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const workout = await requireOwnWorkout(tx, caller, shortId)
    await deleteWorkoutAndFiles(tx, workout)
  })
}
