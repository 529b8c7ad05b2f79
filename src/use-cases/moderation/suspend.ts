import { badRequest } from '@/lib/errors'
import type { Target } from '@/policy/moderation'
import type { AppContext } from '@/services/context'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import type { InTransaction } from '@/store/db/connections/transact'
import { getUserById, updateUser } from '@/store/db/queries/accounts/users'
import { loadComments, updateComment } from '@/store/db/queries/social/comments'
import { loadWorkouts } from '@/store/db/queries/workouts/workouts'
import { setRole } from '@/use-cases/accounts/change-role'
import { changeWorkout } from '@/use-cases/workouts/write/write-workout'

type Deps = Pick<AppContext, 'db'>

/** An account, comment or workout that can be suspended. */
export interface SuspensionTarget {
  on: Target
  id: number
}

/** Names of the targets in error messages. */
export const TARGET_NAMES: Record<Target, string> = {
  user: 'user account',
  comment: 'comment',
  workout: 'workout',
}

/** Whether a target is suspended; undefined when it was deleted. */
export async function findSuspended({ db }: Deps, { on, id }: SuspensionTarget) {
  const row =
    on === 'user'
      ? await getUserById(db, id)
      : on === 'comment'
        ? (await loadComments(db, [id])).get(id)
        : (await loadWorkouts(db, [id])).get(id)
  return row && row.suspended_at !== null
}

/** Returns the error for deleted content. */
export const alreadyDeleted = (target: Target) => badRequest(`${target} has been deleted`)

type Writer = InTransaction<AppContext>

/** Suspends a target. A suspended account loses its role. */
export async function suspend(tx: Writer, target: SuspensionTarget): Promise<void> {
  if (target.on === 'user') await setRole(tx, target.id, 'user')
  await setSuspension(tx, target, tx.clock.now())
}

/** Ends a suspension. A previous role of the account is not restored. */
export const reactivate = (tx: Writer, target: SuspensionTarget): Promise<void> =>
  setSuspension(tx, target, null)

/** Both update the modification date of a workout, because clients rely on it. */
async function setSuspension(
  tx: Writer,
  { on, id }: SuspensionTarget,
  suspended_at: number | null,
): Promise<void> {
  if (on === 'user') await updateUser(tx.db, id, { suspended_at })
  else if (on === 'comment') await updateComment(tx.db, id, { suspended_at })
  else {
    const workout = await changeWorkout(tx, id, { columns: { suspended_at } })
    await queueWorkoutEvent(tx, 'workout.changed', workout)
  }
}
