import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Visibility } from '@/store/db/schema/columns'
import { canSee, type Relation, type Viewer, visibleTo } from './visibility'

/** The facts that decide who may see a comment. */
export interface SeenComment {
  user_id: number
  text_visibility: Visibility
  suspended_at: number | null
}

/** The relationship of a viewer to a comment and its author. */
export interface CommentRelationships extends Relation {
  isMentioned: boolean
  /** The viewer has blocked the author. */
  hasBlocked: boolean
}

/** Which parts of a visible comment a viewer may see. */
export interface CommentPermissions {
  /**
   * Text, mentions and likes. Those of a suspended comment are only for its author and for moderators who review it.
   */
  content: boolean
  /** The date of the suspension. */
  suspension: boolean
  /** The reason for the suspension, and the appeal. */
  sanction: boolean
}

/**
 * Whether a comment may be seen, regardless of its workout's visibility; if not, the response is 404. Suspended
 * comments stay visible, without their content.
 */
export function canSeeComment(comment: SeenComment, relationships: CommentRelationships): boolean {
  if (relationships.isOwner || relationships.isReviewing) return true
  if (relationships.isBlocked || relationships.hasBlocked) return false
  return relationships.isMentioned || canSee(comment.text_visibility, relationships)
}

/** Whether a visible comment may be liked. A suspended one may not; the response is 403. */
export const canBeLiked = ({ suspended_at }: Pick<SeenComment, 'suspended_at'>): boolean =>
  suspended_at === null

export function commentPermissions(
  { user_id, suspended_at }: Pick<SeenComment, 'user_id' | 'suspended_at'>,
  viewer: Viewer,
): CommentPermissions {
  const isAuthor = viewer?.userId === user_id
  const suspension = isAuthor || (viewer?.isReviewing ?? false)
  return { content: suspended_at === null || suspension, suspension, sanction: isAuthor }
}

const AUTHOR = sql.ref<number>('comments.user_id')
const LEVEL = sql.ref<Visibility>('comments.text_visibility')

/** SQL equivalent of `canSeeComment`, for the table `comments`. */
export function commentVisibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const byLevel = visibleTo(viewer, { level: LEVEL, owner: AUTHOR })
  if (!viewer || viewer.isReviewing) return byLevel
  const { userId } = viewer
  const isMentioned = sql`exists (select 1 from mentions
    where comment_id = comments.id and user_id = ${userId})`
  const isBlock = sql`exists (select 1 from blocks
    where (blocker_id = ${AUTHOR} and blocked_id = ${userId})
    or (blocker_id = ${userId} and blocked_id = ${AUTHOR}))`
  return sql`(${AUTHOR} = ${userId} or ((${byLevel} or ${isMentioned}) and not ${isBlock}))`
}
