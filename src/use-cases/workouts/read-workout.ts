import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { loadCommentedWorkouts } from '@/db/queries/comments'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { forbidden, notFoundInList } from '@/errors'
import { isOwner } from '@/policy/visibility'
import { canSeeThatSuspended, canSeeWorkout } from '@/policy/workout'
import { loadListViews, loadRelation, loadView } from '@/views/workout'

const notVisible = () => notFoundInList('workouts')

/**
 * A workout the visitor may see.
 *
 * @throws the error of `missing` when the workout does not exist or may not be seen, which callers cannot tell apart.
 */
export async function requireVisibleWorkout(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  { shortId, missing = notVisible }: { shortId: string; missing?: () => Error },
): Promise<WorkoutRow> {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw missing()
  const relation = await loadRelation(ctx, visitor, workout.user_id)
  if (!canSeeWorkout(workout, relation)) throw missing()
  return workout
}

/** @throws 404 when the caller may not see the workout, 403 when it is somebody else's. */
export async function requireOwnWorkout(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller,
  shortId: string,
): Promise<WorkoutRow> {
  const workout = await requireVisibleWorkout(ctx, caller, { shortId })
  if (!isOwner(caller, workout.user_id)) throw forbidden()
  return workout
}

/**
 * A workout as its page shows it; of a suspended one only that it exists, for those who have commented on it.
 *
 * @throws 404 with an empty list.
 */
export async function getWorkout(ctx: AppContext, visitor: Visitor, shortId: string) {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw notVisible()
  const seen = await howSeen(ctx, visitor, workout)
  if (seen === 'whole') return { seen, view: await loadView(ctx, visitor, workout) } as const
  const [view] = await loadListViews(ctx, visitor, { rows: [workout] })
  if (seen === 'suspended' && view) return { seen, view } as const
  throw notVisible()
}

/** How much of a workout the visitor may see: all, only that it is suspended, or nothing. */
export async function howSeen(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  workout: WorkoutRow,
): Promise<'whole' | 'suspended' | 'nothing'> {
  const relation = await loadRelation(ctx, visitor, workout.user_id)
  if (canSeeWorkout(workout, relation)) return 'whole'
  if (!visitor || workout.suspended_at === null) return 'nothing'
  const commented = await loadCommentedWorkouts(ctx.db, visitor.userId, [workout.id])
  const hasCommented = commented.has(workout.id)
  return canSeeThatSuspended(workout, relation, { hasCommented }) ? 'suspended' : 'nothing'
}
