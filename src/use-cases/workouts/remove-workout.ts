import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { transact } from '@/db/transact'
import { requireOwnWorkout } from './read-workout'
import { eraseWorkout } from './write-workout'

/**
 * Deletes one of the caller's workouts with its files and brings records and equipment totals up to date.
 *
 * @throws 404 and 403 as `requireOwnWorkout`.
 */
export async function removeWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const workout = await requireOwnWorkout(tx, caller, shortId)
    await eraseWorkout(tx, workout)
  })
}
