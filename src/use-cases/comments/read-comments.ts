import { notFound, unknownWorkout } from '@/lib/errors'
import type { Visitor } from '@/policy/caller'
import { commentVisibleTo } from '@/policy/comment'
import { viewerOf } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { listCommentsOf } from '@/store/db/queries/social/comments'
import { findWorkout, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { PageRequest } from '@/store/db/sql'
import {
  filterVisible,
  loadCommentView,
  loadCommentViews,
  requireVisibleComment,
} from '@/use-cases/views/comment'

type Deps = Pick<AppContext, 'db'>

/** Returns a workout if the visitor may see it or its existence. @throws 404 otherwise. */
export async function requireDiscussedWorkout(
  ctx: Deps,
  visitor: Visitor,
  shortId: string,
): Promise<WorkoutRow> {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw unknownWorkout()
  const visible = await filterVisible(ctx, visitor, new Map([[workout.id, workout]]))
  if (!visible.has(workout.id)) throw unknownWorkout()
  return workout
}

/**
 * Returns one page of the comments on a workout that the visitor may see, oldest first.
 *
 * @throws 404 when the visitor may not see the workout.
 */
export async function listComments(
  ctx: AppContext,
  visitor: Visitor,
  workoutShortId: string,
  page: PageRequest,
) {
  const workout = await requireDiscussedWorkout(ctx, visitor, workoutShortId)
  const viewer = viewerOf(visitor, { inReport: false })
  const condition = commentVisibleTo(viewer)
  const { rows, total } = await listCommentsOf(ctx.db, { workoutId: workout.id, condition, page })
  return { views: await loadCommentViews(ctx, visitor, { rows }), total }
}

/** @throws 404 when there is no such comment or the visitor may not see it. */
export async function getComment(ctx: AppContext, visitor: Visitor, shortId: string) {
  const missing = () => notFound('workout comment not found')
  return loadCommentView(
    ctx,
    visitor,
    await requireVisibleComment(ctx, visitor, { shortId, missing }),
  )
}
