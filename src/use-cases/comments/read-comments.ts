import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { type CommentRow, findComment, listCommentsOf } from '@/db/queries/comments'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import type { PageRequest } from '@/db/sql'
import { forbidden, notFound, unknownComment, unknownWorkout } from '@/errors'
import { canSeeComment, commentVisibleTo } from '@/policy/comment'
import { isOwner, viewerOf } from '@/policy/visibility'
import { filterVisible, loadCommentTies, loadCommentView, loadCommentViews } from '@/views/comment'

type Reader = Pick<AppContext, 'db'>

/** @throws 404 unless the visitor may know of the workout. */
export async function requireDiscussedWorkout(
  ctx: Reader,
  visitor: Visitor,
  shortId: string,
): Promise<WorkoutRow> {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw unknownWorkout()
  const visible = await filterVisible(ctx, visitor, new Map([[workout.id, workout]]))
  if (!visible.has(workout.id)) throw unknownWorkout()
  return workout
}

/** @throws the error of `missing` when there is no such comment or the visitor may not see it. */
export async function requireVisibleComment(
  ctx: Reader,
  visitor: Visitor,
  { shortId, missing = unknownComment }: { shortId: string; missing?: () => Error },
): Promise<CommentRow> {
  const comment = await findComment(ctx.db, shortId)
  if (!comment) throw missing()
  if (!canSeeComment(comment, await loadCommentTies(ctx, visitor, comment))) throw missing()
  return comment
}

/** @throws 404 when the caller may not see the comment, 403 when it is somebody else's. */
export async function requireOwnComment(
  ctx: Reader,
  caller: Caller,
  shortId: string,
): Promise<CommentRow> {
  const comment = await requireVisibleComment(ctx, caller, { shortId })
  if (!isOwner(caller, comment.user_id)) throw forbidden()
  return comment
}

/** One page of the comments on a workout that the visitor may see, oldest first. @throws 404 as above. */
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
