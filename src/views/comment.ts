import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { type CommentRow, loadCommentedWorkouts } from '@/db/queries/comments'
import { type CompactUserRow, loadCompactUsers } from '@/db/queries/compact-users'
import { loadLikes } from '@/db/queries/likes'
import { listMentions } from '@/db/queries/mentions'
import { loadBlocked } from '@/db/queries/user-ties'
import { type ListedWorkout, loadListedWorkouts } from '@/db/queries/workouts'
import { linkMentions } from '@/lib/mentions'
import { type CommentTies, commentSight } from '@/policy/comment'
import { STRANGER, viewerOf } from '@/policy/visibility'
import { canSeeThatSuspended, canSeeWorkout } from '@/policy/workout'
import { loadSuspensionViews } from './sanction'
import { loadRelations } from './workout'

type Reader = Pick<AppContext, 'db' | 'config'>

interface Shown {
  /** The visitor looks at the content of a report: moderators see everything. */
  inReport?: boolean
}

/** Comments the visitor may see; the number of queries does not depend on the number of comments. */
export async function loadCommentViews(
  ctx: Reader,
  visitor: Visitor,
  { rows, inReport = false }: Shown & { rows: readonly CommentRow[] },
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
    const sight = commentSight(comment, viewer)
    const mentioned = usersOf(users, mentionedIn.get(comment.id) ?? [])
    return {
      comment,
      author: requireAuthor(users, comment),
      html: textWithLinks(ctx, comment.text, mentioned),
      mentioned,
      likes: likes.get(comment.id) ?? { count: 0, liked: false },
      sight,
      suspension: sight.sanction ? suspensions.get(comment.id) : undefined,
      workoutId: workouts.get(comment.workout_id ?? 0)?.short_id ?? null,
    }
  })
}

const loadSuspensions = (ctx: Reader, visitor: Visitor, rows: readonly CommentRow[]) =>
  loadSuspensionViews(ctx, visitor, {
    what: 'comment',
    ids: rows.flatMap(({ id, suspended_at }) => (suspended_at === null ? [] : [id])),
  })

/** One comment the visitor may see. */
export async function loadCommentView(ctx: Reader, visitor: Visitor, comment: CommentRow) {
  const [view] = await loadCommentViews(ctx, visitor, { rows: [comment] })
  if (!view) throw new Error('no view for a comment that exists')
  return view
}

/** What the visitor is to a comment and its author. */
export async function loadCommentTies(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  { id, user_id: authorId }: CommentRow,
): Promise<CommentTies> {
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

/** Those of the comments' workouts that the visitor may know of; a report about a comment opens none of them. */
async function loadVisibleWorkouts(
  ctx: Reader,
  visitor: Visitor,
  rows: readonly CommentRow[],
): Promise<Map<number, ListedWorkout>> {
  const ids = [...new Set(rows.flatMap(({ workout_id }) => workout_id ?? []))]
  const workouts = await loadListedWorkouts(ctx.db, ids)
  return filterVisible(ctx, visitor, workouts)
}

/** The workouts the visitor may see, suspended ones included that the visitor has commented on. */
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

/** A comment's text with a link to every user it mentions. */
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
