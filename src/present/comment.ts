import { type Static, Type } from '@sinclair/typebox'
import type { CommentRow } from '@/db/queries/comments'
import type { CompactUserRow } from '@/db/queries/compact-users'
import type { LikeState } from '@/db/queries/likes'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import type { CommentSight } from '@/policy/comment'
import { compactUser, presentCompactUser } from './compact-user'
import { type ActionView, presentAction, reportAction } from './sanction'
import { count, flag, nullable, shortId, text, timestamp, visibility } from './scalars'

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

export const comment = Type.Object(
  {
    created_at: timestamp('When the comment was written.'),
    id: shortId('The comment.'),
    liked: flag('Whether the caller likes the comment.'),
    likes_count: count('0 when the text is hidden.'),
    mentions: Type.Array(compactUser, { description: 'Users named in the text with `@`.' }),
    modification_date: nullable(timestamp('When the text was last changed.')),
    suspended: Type.Optional(Type.Literal(true, { description: 'There when it is suspended.' })),
    suspended_at: nullable(timestamp('Only for the author and moderators.')),
    suspension: Type.Optional(reportAction),
    text: nullable(text('As written; null when it is suspended and hidden from the caller.')),
    text_html: nullable(text('Safe HTML in which mentions are links.')),
    text_visibility: visibility('Who sees it, besides the author and those it mentions.'),
    user: compactUser,
    workout_id: nullable(shortId('Null when the workout is gone, or hidden from the caller.')),
  },
  { $id: 'Comment', description: 'A comment on a workout.' },
)
export type Comment = Static<typeof comment>

export function presentComment(view: CommentView): Comment {
  const { comment, sight, likes } = view
  const suspended = comment.suspended_at !== null
  return {
    created_at: httpDate(comment.created_at),
    id: comment.short_id,
    liked: likes.liked,
    likes_count: sight.content ? likes.count : 0,
    mentions: sight.content ? view.mentioned.map(presentCompactUser) : [],
    modification_date: httpDateOrNull(comment.modification_date),
    ...(suspended && { suspended: true as const }),
    suspended_at: sight.suspension ? httpDateOrNull(comment.suspended_at) : null,
    ...(view.suspension && { suspension: presentAction(view.suspension) }),
    text: sight.content ? comment.text : null,
    text_html: sight.content ? view.html : null,
    text_visibility: comment.text_visibility,
    user: presentCompactUser(view.author),
    workout_id: view.workoutId,
  }
}
