import type { AppContext } from '@/context'
import { loadComments, updateComment } from '@/db/queries/comments'
import { getUserById, updateUser } from '@/db/queries/users'
import { loadWorkouts } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { badRequest } from '@/errors'
import type { Target } from '@/policy/moderation'
import { changeRole } from '@/use-cases/accounts/change-role'
import { changeWorkout } from '@/use-cases/workouts/write-workout'

type Reader = Pick<AppContext, 'db'>

/** An account, comment or workout that can be suspended. */
export interface SuspensionTarget {
  on: Target
  id: number
}

/** What error messages call each target. */
export const TARGET_NAMES: Record<Target, string> = {
  user: 'user account',
  comment: 'comment',
  workout: 'workout',
}

/** Whether something is suspended; undefined when it is gone. */
export async function findSuspended({ db }: Reader, { on, id }: SuspensionTarget) {
  const row =
    on === 'user'
      ? await getUserById(db, id)
      : on === 'comment'
        ? (await loadComments(db, [id])).get(id)
        : (await loadWorkouts(db, [id])).get(id)
  return row && row.suspended_at !== null
}

/** The refusal for content that has been deleted. */
export const alreadyDeleted = (target: Target) => badRequest(`${target} has been deleted`)

type Writer = InTransaction<AppContext>

/** Suspends something; an account falls back to the lowest role. */
export async function suspend(tx: Writer, target: SuspensionTarget): Promise<void> {
  if (target.on === 'user') await changeRole(tx, target.id, 'user')
  await setSuspension(tx, target, tx.clock.now())
}

/** Ends a suspension; the role an account had is not given back. */
export const reactivate = (tx: Writer, target: SuspensionTarget): Promise<void> =>
  setSuspension(tx, target, null)

/** Either way a workout counts as modified, which clients rely on. */
async function setSuspension(
  tx: Writer,
  { on, id }: SuspensionTarget,
  suspended_at: number | null,
): Promise<void> {
  if (on === 'user') await updateUser(tx.db, id, { suspended_at })
  else if (on === 'comment') await updateComment(tx.db, id, { suspended_at })
  else await changeWorkout(tx, id, { columns: { suspended_at } })
}
