import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { countComments } from '@/db/queries/comments'
import { loadLikes } from '@/db/queries/likes'
import { listWorkoutsNamed } from '@/db/queries/workouts'
import { invalidPayload } from '@/errors'
import { commentVisibleTo } from '@/policy/comment'
import { STRANGER, viewerOf } from '@/policy/visibility'
import { canSeeWorkout } from '@/policy/workout'
import { loadRelations } from '@/views/workout'

/** As many workouts as lists have on a page. */
const MOST = 20

const NONE = { count: 0, liked: false }

/**
 * Likes of workouts, and how many comments on them the caller may see, in the order of the short ids (separated by
 * commas); workouts that the caller may not see are left out.
 *
 * @throws 400 for more ids than lists have on a page.
 */
export async function listReactions(ctx: AppContext, caller: Caller, ids = '') {
  const shortIds = [...new Set(ids.split(',').filter((id) => id !== ''))]
  if (shortIds.length > MOST) throw invalidPayload()
  const found = await listWorkoutsNamed(ctx.db, shortIds)
  const relations = await loadRelations(ctx, caller, {
    ownerIds: [...new Set(found.map(({ user_id }) => user_id))],
  })
  const seen = found.filter((workout) =>
    canSeeWorkout(workout, relations.get(workout.user_id) ?? STRANGER),
  )
  const workoutIds = seen.map(({ id }) => id)
  const likes = await loadLikes(ctx.db, { kind: 'workout', ids: workoutIds }, caller.userId)
  const condition = commentVisibleTo(viewerOf(caller, { inReport: false }))
  const comments = await countComments(ctx.db, { workoutIds, condition })
  const rowOf = new Map(seen.map((workout) => [workout.short_id, workout.id]))
  return shortIds.flatMap((shortId) => {
    const id = rowOf.get(shortId)
    if (id === undefined) return []
    return [{ shortId, likes: likes.get(id) ?? NONE, comments: comments.get(id) ?? 0 }]
  })
}
