import { unknownUser } from '@/lib/errors'
import type { Visitor } from '@/policy/caller'
import { viewerOf } from '@/policy/visibility'
import { workoutVisibleTo } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import { findUserByName } from '@/store/db/queries/accounts/users'
import { listLatestWorkoutsOf } from '@/store/db/queries/social/timeline'
import { loadListViews } from '@/use-cases/views/workout'

const PAGE_SIZE = 5

/**
 * Returns one page of a user's workouts that the visitor may see, newest first, and whether there are more. Empty for
 * suspended users.
 *
 * @throws 404 when the user is unknown.
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
  const wanted = { visible, limit: PAGE_SIZE + 1, skipped: (page - 1) * PAGE_SIZE }
  const rows = await listLatestWorkoutsOf(ctx.db, user.id, wanted)
  const views = await loadListViews(ctx, visitor, { rows: rows.slice(0, PAGE_SIZE) })
  return { views, hasMore: rows.length > PAGE_SIZE }
}
