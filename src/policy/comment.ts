import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Visibility } from '@/db/columns'
import { canSee, type Relation, type Viewer, visibleTo } from './visibility'

/** The facts that decide who may see a comment. */
export interface SeenComment {
  user_id: number
  text_visibility: Visibility
  suspended_at: number | null
}

/** What a viewer is to a comment and its author. */
export interface CommentTies extends Relation {
  isMentioned: boolean
  /** The viewer has blocked the author. */
  hasBlocked: boolean
}

/** What a viewer who may see a comment gets to see of it. */
export interface CommentSight {
  /** Text, mentions and likes: of a suspended comment only for its author and for moderators who review it. */
  content: boolean
  /** When it was suspended. */
  suspension: boolean
  /** Why, and the appeal. */
  sanction: boolean
}

/**
 * Whether a comment may be seen, regardless of its workout's visibility; otherwise the answer is 404. Suspended
 * comments stay visible, without their content.
 */
export function canSeeComment(comment: SeenComment, ties: CommentTies): boolean {
  if (ties.isOwner || ties.isReviewing) return true
  if (ties.isBlocked || ties.hasBlocked) return false
  return ties.isMentioned || canSee(comment.text_visibility, ties)
}

/** Whether a comment that is seen may be liked: not while it is suspended; the answer is 403. */
export const canBeLiked = ({ suspended_at }: Pick<SeenComment, 'suspended_at'>): boolean =>
  suspended_at === null

export function commentSight(
  { user_id, suspended_at }: Pick<SeenComment, 'user_id' | 'suspended_at'>,
  viewer: Viewer,
): CommentSight {
  const isAuthor = viewer?.userId === user_id
  const suspension = isAuthor || (viewer?.isReviewing ?? false)
  return { content: suspended_at === null || suspension, suspension, sanction: isAuthor }
}

const AUTHOR = sql.ref<number>('comments.user_id')
const LEVEL = sql.ref<Visibility>('comments.text_visibility')

/** SQL twin of `canSeeComment`, on the table `comments`. */
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
