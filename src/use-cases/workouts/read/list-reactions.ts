import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { commentVisibleTo } from '@/policy/comment'
import { STRANGER, viewerOf } from '@/policy/visibility'
import { canSeeWorkout } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import { countComments } from '@/store/db/queries/social/comments'
import { loadLikes } from '@/store/db/queries/social/likes'
import { listWorkoutsNamed } from '@/store/db/queries/workouts/workouts'
import { loadRelations } from '@/use-cases/views/workout'

/** The page size of lists. */
const LIMIT = 20

const NONE = { count: 0, liked: false }

/**
 * Returns likes of workouts and the number of comments that the caller may see, in the order of the short ids
 * (separated by commas). Omits workouts that the caller may not see.
 *
 * @throws 400 for more ids than the page size of lists.
 */
export async function listReactions(ctx: AppContext, caller: Caller, ids = '') {
  const shortIds = [...new Set(ids.split(',').filter((id) => id !== ''))]
  if (shortIds.length > LIMIT) throw invalidPayload()
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
