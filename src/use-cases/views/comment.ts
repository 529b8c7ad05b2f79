import { linkMentions } from '@/domain/text/mentions'
import { forbidden, unknownComment } from '@/lib/errors'
import type { Caller, Visitor } from '@/policy/caller'
import { type CommentRelationships, canSeeComment, commentPermissions } from '@/policy/comment'
import { isOwner, STRANGER, viewerOf } from '@/policy/visibility'
import { canSeeThatSuspended, canSeeWorkout } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import {
  type CommentRow,
  findComment,
  loadCommentedWorkouts,
} from '@/store/db/queries/social/comments'
import { type CompactUserRow, loadCompactUsers } from '@/store/db/queries/social/compact-users'
import { loadLikes } from '@/store/db/queries/social/likes'
import { listMentions } from '@/store/db/queries/social/mentions'
import { loadBlocked } from '@/store/db/queries/social/relationships'
import { type ListedWorkout, loadListedWorkouts } from '@/store/db/queries/workouts/workouts'
import { loadSuspensionViews } from './sanction'
import { loadRelations } from './workout'

type Deps = Pick<AppContext, 'db' | 'config'>

interface CommentOptions {
  /** Whether the comments are the content of a report, of which moderators see everything. */
  inReport?: boolean
}

/**
 * Loads the views of comments that the visitor may see. The number of queries does not depend on the number of
 * comments.
 */
export async function loadCommentViews(
  ctx: Deps,
  visitor: Visitor,
  { rows, inReport = false }: CommentOptions & { rows: readonly CommentRow[] },
) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const mentionedIn = await listMentions(ctx.db, ids)
  const users = await loadCompactUsers(ctx.db, [
    ...new Set([...rows.map(({ user_id }) => user_id), ...[...mentionedIn.values()].flat()]),
  ])
  const likes = await loadLikes(ctx.db, { kind: 'comment', ids }, visitor?.userId)
  const workouts = await loadVisibleWorkouts(ctx, visitor, rows)
  const suspensions = await loadSuspensions(ctx, visitor, rows)
  const viewer = viewerOf(visitor, { inReport })
  return rows.map((comment) => {
    const permissions = commentPermissions(comment, viewer)
    const mentioned = usersOf(users, mentionedIn.get(comment.id) ?? [])
    return {
      comment,
      author: requireAuthor(users, comment),
      html: textWithLinks(ctx, comment.text, mentioned),
      mentioned,
      likes: likes.get(comment.id) ?? { count: 0, liked: false },
      permissions,
      suspension: permissions.sanction ? suspensions.get(comment.id) : undefined,
      workoutId: workouts.get(comment.workout_id ?? 0)?.short_id ?? null,
    }
  })
}

const loadSuspensions = (ctx: Deps, visitor: Visitor, rows: readonly CommentRow[]) =>
  loadSuspensionViews(ctx, visitor, {
    what: 'comment',
    ids: rows.flatMap(({ id, suspended_at }) => (suspended_at === null ? [] : [id])),
  })

/** Loads the view of one comment that the visitor may see. */
export async function loadCommentView(ctx: Deps, visitor: Visitor, comment: CommentRow) {
  const [view] = await loadCommentViews(ctx, visitor, { rows: [comment] })
  if (!view) throw new Error('no view for a comment that exists')
  return view
}

/** Loads the visitor's relationship to a comment and its author. */
export async function loadCommentRelationships(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  { id, user_id: authorId }: CommentRow,
): Promise<CommentRelationships> {
  const relations = await loadRelations(ctx, visitor, { ownerIds: [authorId] })
  const relation = relations.get(authorId) ?? STRANGER
  if (!visitor) return { ...relation, isMentioned: false, hasBlocked: false }
  const mentioned = (await listMentions(ctx.db, [id])).get(id) ?? []
  const blocked = await loadBlocked(ctx.db, visitor.userId, [authorId])
  return {
    ...relation,
    isMentioned: mentioned.includes(visitor.userId),
    hasBlocked: blocked.has(authorId),
  }
}

/**
 * Loads those workouts of the comments that the visitor may see. A report about a comment does not give access to its
 * workout.
 */
async function loadVisibleWorkouts(
  ctx: Deps,
  visitor: Visitor,
  rows: readonly CommentRow[],
): Promise<Map<number, ListedWorkout>> {
  const ids = [...new Set(rows.flatMap(({ workout_id }) => workout_id ?? []))]
  const workouts = await loadListedWorkouts(ctx.db, ids)
  return filterVisible(ctx, visitor, workouts)
}

/** Filters workouts that the visitor may see, including suspended ones that the visitor has commented on. */
export async function filterVisible(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  workouts: Map<number, ListedWorkout>,
): Promise<Map<number, ListedWorkout>> {
  if (workouts.size === 0) return workouts
  const ownerIds = [...new Set([...workouts.values()].map(({ user_id }) => user_id))]
  const relations = await loadRelations(ctx, visitor, { ownerIds })
  const commented = visitor
    ? await loadCommentedWorkouts(ctx.db, visitor.userId, [...workouts.keys()])
    : new Set<number>()
  return new Map(
    [...workouts].filter(([id, workout]) => {
      const relation = relations.get(workout.user_id) ?? STRANGER
      const hasCommented = commented.has(id)
      return (
        canSeeWorkout(workout, relation) || canSeeThatSuspended(workout, relation, { hasCommented })
      )
    }),
  )
}

const usersOf = (users: Map<number, CompactUserRow>, ids: readonly number[]) =>
  ids.flatMap((id) => users.get(id) ?? [])

function requireAuthor(users: Map<number, CompactUserRow>, comment: CommentRow): CompactUserRow {
  const author = users.get(comment.user_id)
  if (!author) throw new Error(`comment ${comment.id} without author`)
  return author
}

/** Replaces mentions in a comment's text by links to the users. */
function textWithLinks(
  { config }: Pick<AppContext, 'config'>,
  text: string,
  mentioned: readonly { username: string }[],
): string {
  if (mentioned.length === 0) return text
  const addresses = new Map(
    mentioned.map(({ username }) => [username.toLowerCase(), `${config.uiUrl}/users/${username}`]),
  )
  return linkMentions(text, (name) => addresses.get(name.toLowerCase()))
}

/** Returns a comment. @throws the error of `missing` when there is no such comment or the visitor may not see it. */
export async function requireVisibleComment(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  { shortId, missing = unknownComment }: { shortId: string; missing?: () => Error },
): Promise<CommentRow> {
  const comment = await findComment(ctx.db, shortId)
  if (!comment) throw missing()
  if (!canSeeComment(comment, await loadCommentRelationships(ctx, visitor, comment)))
    throw missing()
  return comment
}

/**
 * Returns one of the caller's comments.
 *
 * @throws 404 when the caller may not see it, 403 when it belongs to another user.
 */
export async function requireOwnComment(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller,
  shortId: string,
): Promise<CommentRow> {
  const comment = await requireVisibleComment(ctx, caller, { shortId })
  if (!isOwner(caller, comment.user_id)) throw forbidden()
  return comment
}
