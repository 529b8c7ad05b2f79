import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { deleteLike, insertLike, listLikes } from '@/db/queries/likes'
import type { PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { notify, withdraw } from '@/notify/notify'
import { loadUserPage } from '@/views/user'
import { loadView } from '@/views/workout'
import { requireVisibleWorkout } from './read-workout'

/** Likes a workout, once. @throws 404 for one the caller may not see. */
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

/** Takes a like back, if there is one. @throws 404 for a workout the caller may not see. */
export function unlikeWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const workout = await requireVisibleWorkout(tx, caller, { shortId })
    const { userId } = caller
    await deleteLike(tx.db, { kind: 'workout', id: workout.id }, userId)
    await withdraw(tx, 'workout_unliked', { workoutId: workout.id, userId })
    return loadView(tx, caller, workout)
  })
}

/** One page of those who like a workout, newest like first. @throws 404 for one the visitor may not see. */
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
