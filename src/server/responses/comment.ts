import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import type { CommentPermissions } from '@/policy/comment'
import type { CommentRow } from '@/store/db/queries/social/comments'
import type { CompactUserRow } from '@/store/db/queries/social/compact-users'
import type { LikeState } from '@/store/db/queries/social/likes'
import { compactUser, presentCompactUser } from './accounts/compact-user'
import { count, flag, nullable, shortId, text, timestamp, visibility } from './fields'
import { type ActionView, presentAction, reportAction } from './sanction'

/** A comment with the caller's permissions. */
export interface CommentView {
  comment: CommentRow
  author: CompactUserRow
  /** The text with its mentions as links. */
  html: string
  mentioned: CompactUserRow[]
  likes: LikeState
  permissions: CommentPermissions
  /** For the author of a suspended comment. */
  suspension: ActionView | undefined
  /** Short id of the workout; null when it was deleted or is hidden from the caller. */
  workoutId: string | null
}

export const comment = Type.Object(
  {
    created_at: timestamp('When the comment was written.'),
    id: shortId('The comment.'),
    liked: flag('Whether the caller likes the comment.'),
    likes_count: count('0 when the text is hidden.'),
    mentions: Type.Array(compactUser, { description: 'Users mentioned in the text with `@`.' }),
    modification_date: nullable(timestamp('When the text was last changed.')),
    suspended: Type.Optional(
      Type.Literal(true, { description: 'Only included when the comment is suspended.' }),
    ),
    suspended_at: nullable(timestamp('Only for the author and moderators.')),
    suspension: Type.Optional(reportAction),
    text: nullable(text('As written; null when it is suspended and hidden from the caller.')),
    text_html: nullable(text('Safe HTML in which mentions are links.')),
    text_visibility: visibility('Who can see it, in addition to the author and mentioned users.'),
    user: compactUser,
    workout_id: nullable(
      shortId('Null when the workout has been deleted, or is hidden from the caller.'),
    ),
  },
  { $id: 'Comment', description: 'A comment on a workout.' },
)
export type Comment = Static<typeof comment>

export function presentComment(view: CommentView): Comment {
  const { comment, permissions, likes } = view
  const suspended = comment.suspended_at !== null
  return {
    created_at: formatHttpDate(comment.created_at),
    id: comment.short_id,
    liked: likes.liked,
    likes_count: permissions.content ? likes.count : 0,
    mentions: permissions.content ? view.mentioned.map(presentCompactUser) : [],
    modification_date: formatHttpDateOrNull(comment.modification_date),
    ...(suspended && { suspended: true as const }),
    suspended_at: permissions.suspension ? formatHttpDateOrNull(comment.suspended_at) : null,
    ...(view.suspension && { suspension: presentAction(view.suspension) }),
    text: permissions.content ? comment.text : null,
    text_html: permissions.content ? view.html : null,
    text_visibility: comment.text_visibility,
    user: presentCompactUser(view.author),
    workout_id: view.workoutId,
  }
}
