import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import {
  type CommentRow,
  deleteComment,
  findComment,
  insertComment,
  listCommentsOf,
  updateComment,
} from '@/db/queries/comments'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import {
  COMMENT_NOT_SAVED,
  forbidden,
  invalidPayload,
  notFound,
  unknownComment,
  unknownWorkout,
  withFailureText,
} from '@/errors'
import { notify } from '@/notify/notify'
import { canSeeComment, commentVisibleTo } from '@/policy/comment'
import { viewerOf } from '@/policy/visibility'
import { filterVisible, loadCommentTies, loadCommentView, loadCommentViews } from '@/views/comment'
import { readText, readVisibility } from './comment-fields'
import { syncMentions } from './mentions'

type Reader = Pick<AppContext, 'db'>

/** @throws 404 unless the visitor may know of the workout. */
async function requireDiscussedWorkout(
  ctx: Reader,
  visitor: Visitor,
  shortId: string,
): Promise<WorkoutRow> {
  const workout = await findWorkout(ctx.db, shortId)
  if (!workout) throw unknownWorkout()
  const visible = await filterVisible(ctx, visitor, { workouts: new Map([[workout.id, workout]]) })
  if (!visible.has(workout.id)) throw unknownWorkout()
  return workout
}

/** @throws what `missing` makes when there is no such comment or the visitor may not see it. */
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
  if (comment.user_id !== caller.userId) throw forbidden()
  return comment
}

/** The comments on a workout that the visitor may see, oldest first. @throws 404 as above. */
export async function listComments(ctx: AppContext, visitor: Visitor, workoutShortId: string) {
  const workout = await requireDiscussedWorkout(ctx, visitor, workoutShortId)
  const viewer = viewerOf(visitor, { inReport: false })
  const rows = await listCommentsOf(ctx.db, workout.id, commentVisibleTo(viewer))
  return loadCommentViews(ctx, visitor, { rows })
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

/** Comments on a workout. @throws 404 for a workout the caller may not see, then 400 for a bad body. */
export function addComment(ctx: AppContext, caller: Caller, workoutShortId: string, body: unknown) {
  const text = readText(body)
  const visibility = readVisibility(body)
  return withFailureText(COMMENT_NOT_SAVED, () =>
    transact(ctx, async (tx) => {
      const workout = await requireDiscussedWorkout(tx, caller, workoutShortId)
      if (text === undefined || visibility === undefined) throw invalidPayload()
      const comment = await insertComment(tx.db, {
        short_id: tx.ids.shortId(),
        user_id: caller.userId,
        workout_id: workout.id,
        text,
        text_visibility: visibility,
        created_at: tx.clock.now(),
      })
      const mentionedIds = await syncMentions(tx, comment)
      const workoutOwnerId = workout.user_id
      await notify(tx, 'comment_written', { comment, workoutOwnerId, mentionedIds })
      return loadCommentView(tx, caller, comment)
    }),
  )
}

/** Changes the text of one of the caller's comments. @throws 404, 403, then 400 for a bad body. */
export async function editComment(ctx: AppContext, caller: Caller, shortId: string, body: unknown) {
  const text = readText(body)
  return transact(ctx, async (tx) => {
    const { id } = await requireOwnComment(tx, caller, shortId)
    if (text === undefined) throw invalidPayload()
    const comment = await updateComment(tx.db, id, { text, modification_date: tx.clock.now() })
    const mentionedIds = await syncMentions(tx, comment)
    await notify(tx, 'comment_edited', { comment, mentionedIds })
    return loadCommentView(tx, caller, comment)
  })
}

/** Deletes one of the caller's comments. @throws 404 and 403 as `requireOwnComment`. */
export async function removeComment(ctx: AppContext, caller: Caller, shortId: string) {
  await transact(ctx, async (tx) => {
    const { id } = await requireOwnComment(tx, caller, shortId)
    await deleteComment(tx.db, id)
  })
}
