import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listPublicComments } from '@/store/db/queries/social/comments'
import { listPublishedWorkouts } from '@/store/db/queries/social/timeline'
import { loadCommentViews } from '@/use-cases/views/comment'
import { loadListViews } from '@/use-cases/views/workout'
import { requireMember } from './sanction-member'

/** How many of the newest workouts, and of the newest comments, are returned. */
const MAX_ITEMS = 10

/**
 * Returns the newest public workouts and comments of a member, including suspended ones. Workouts are shown as anonymous
 * visitors see them, so a moderator learns no more than everyone else. The text of suspended comments, which was public,
 * is included.
 *
 * @throws 404.
 */
export async function readRecentContent(ctx: AppContext, caller: Caller, username: string) {
  const { id } = await requireMember(ctx, caller, username)
  const workouts = await listPublishedWorkouts(ctx.db, id, MAX_ITEMS)
  const comments = await listPublicComments(ctx.db, id, MAX_ITEMS)
  return {
    workouts: await loadListViews(ctx, undefined, { rows: workouts, withRecords: false }),
    comments: await loadCommentViews(ctx, caller, { rows: comments, inReport: true }),
  }
}
