import type { CommentRow } from '@/db/queries/comments'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { LikeState } from '@/db/queries/workout-likes'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import type { CommentSight } from '@/policy/comment'
import { type ActionView, presentAction } from './sanction'
import { presentCompactUser } from './user'

/** A comment with what the caller may see of it. */
export interface CommentView {
  comment: CommentRow
  author: CompactUserRow
  /** The text with links to those it mentions. */
  html: string
  mentioned: CompactUserRow[]
  likes: LikeState
  sight: CommentSight
  /** Of a suspended comment, for its author. */
  suspension: ActionView | undefined
  /** Short id of the workout; null when it is gone, or hidden from the caller. */
  workoutId: string | null
}

/** The Comment object of the API. */
export function presentComment(view: CommentView) {
  const { comment, sight, likes } = view
  const suspended = comment.suspended_at !== null
  return {
    created_at: httpDate(comment.created_at),
    id: comment.short_id,
    liked: likes.liked,
    likes_count: sight.content ? likes.count : 0,
    mentions: sight.content ? view.mentioned.map(presentCompactUser) : [],
    modification_date: httpDateOrNull(comment.modification_date),
    ...(suspended && { suspended }),
    suspended_at: sight.suspension ? httpDateOrNull(comment.suspended_at) : null,
    ...(view.suspension && { suspension: presentAction(view.suspension) }),
    text: sight.content ? comment.text : null,
    text_html: sight.content ? view.html : null,
    text_visibility: comment.text_visibility,
    user: presentCompactUser(view.author),
    workout_id: view.workoutId,
  }
}

export type CommentJson = ReturnType<typeof presentComment>
