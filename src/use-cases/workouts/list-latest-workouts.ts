import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listLatestWorkoutsOf } from '@/db/queries/timeline'
import { findUserByName } from '@/db/queries/users'
import { unknownUser } from '@/errors'
import { viewerOf } from '@/policy/visibility'
import { workoutVisibleTo } from '@/policy/workout'
import { loadListViews } from '@/views/workout'

const SHOWN = 5

/**
 * One page of the workouts of a user that the visitor may see, newest first, and whether there are more; none of a
 * suspended user.
 *
 * @throws 404 for an unknown one.
 */
export async function listLatestWorkouts(
  ctx: AppContext,
  visitor: Visitor,
  { username, page }: { username: string; page: number },
) {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  if (user.suspended_at !== null) return { views: [], hasMore: false }
  const visible = workoutVisibleTo(viewerOf(visitor, { inReport: false }))
  const wanted = { visible, limit: SHOWN + 1, skipped: (page - 1) * SHOWN }
  const rows = await listLatestWorkoutsOf(ctx.db, user.id, wanted)
  const views = await loadListViews(ctx, visitor, { rows: rows.slice(0, SHOWN) })
  return { views, hasMore: rows.length > SHOWN }
}
