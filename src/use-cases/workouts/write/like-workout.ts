import type { Caller, Visitor } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { notify, withdraw } from '@/services/notifications/notify'
import { transact } from '@/store/db/connections/transact'
import { deleteLike, insertLike, listLikes } from '@/store/db/queries/social/likes'
import type { PageRequest } from '@/store/db/sql'
import { loadUserPage } from '@/use-cases/views/user'
import { loadView, requireVisibleWorkout } from '@/use-cases/views/workout'

/** Likes a workout; has no effect if the caller likes it already. @throws 404 when the caller may not see it. */
export function likeWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const workout = await requireVisibleWorkout(tx, caller, { shortId })
    const { userId } = caller
    const target = { kind: 'workout', id: workout.id } as const
    if (await insertLike(tx.db, target, { userId, now: tx.clock.now() }))
      await notify(tx, 'workout_liked', { userId, workout })
    return loadView(tx, caller, workout)
  })
}

/** Removes the caller's like, if there is one. @throws 404 when the caller may not see the workout. */
export function unlikeWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const workout = await requireVisibleWorkout(tx, caller, { shortId })
    const { userId } = caller
    await deleteLike(tx.db, { kind: 'workout', id: workout.id }, userId)
    await withdraw(tx, 'workout_unliked', { workoutId: workout.id, userId })
    return loadView(tx, caller, workout)
  })
}

/**
 * Returns one page of the users who like a workout, newest like first.
 *
 * @throws 404 when the visitor may not see the workout.
 */
export async function listWorkoutLikes(
  ctx: AppContext,
  visitor: Visitor,
  { shortId, ...page }: PageRequest & { shortId: string },
) {
  const workout = await requireVisibleWorkout(ctx, visitor, { shortId })
  return loadUserPage(
    ctx,
    visitor,
    await listLikes(ctx.db, { kind: 'workout', id: workout.id }, page),
  )
}
