import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { deleteLike, insertLike, listLikes } from '@/db/queries/workout-likes'
import { transact } from '@/db/transact'
import { notify, withdraw } from '@/notify/notify'
import { loadSeenUsers } from '@/views/user'
import { loadView } from '@/views/workout'
import { requireVisibleWorkout } from './read-workout'

/** Likes a workout, once. @throws 404 for one the caller may not see. */
export function likeWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const workout = await requireVisibleWorkout(tx, caller, { shortId })
    const { userId } = caller
    if (await insertLike(tx.db, { workoutId: workout.id, userId }, tx.clock.now()))
      await notify(tx, 'workout_liked', { userId, workout })
    return loadView(tx, caller, workout)
  })
}

/** Takes a like back, if there is one. @throws 404 for a workout the caller may not see. */
export function unlikeWorkout(ctx: AppContext, caller: Caller, shortId: string) {
  return transact(ctx, async (tx) => {
    const workout = await requireVisibleWorkout(tx, caller, { shortId })
    const like = { workoutId: workout.id, userId: caller.userId }
    await deleteLike(tx.db, like)
    await withdraw(tx, 'workout_unliked', like)
    return loadView(tx, caller, workout)
  })
}

/** One page of those who like a workout, newest like first. @throws 404 for one the visitor may not see. */
export async function listWorkoutLikes(
  ctx: AppContext,
  visitor: Visitor,
  { shortId, ...page }: { shortId: string; page: number; perPage: number },
) {
  const workout = await requireVisibleWorkout(ctx, visitor, { shortId })
  const { ids, total } = await listLikes(ctx.db, workout.id, page)
  const seen = await loadSeenUsers(ctx, visitor, ids)
  return { users: ids.flatMap((id) => seen.get(id) ?? []), total }
}
