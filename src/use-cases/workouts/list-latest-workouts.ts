import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listLatestWorkoutsOf } from '@/db/queries/timeline'
import { findUserByName } from '@/db/queries/users'
import { unknownUser } from '@/errors'
import { viewerOf } from '@/policy/visibility'
import { workoutVisibleTo } from '@/policy/workout'
import { loadListViews } from '@/views/workout'

const SHOWN = 5

/** The newest workouts of a user that the visitor may see; none of a suspended user. @throws 404 for an unknown one. */
export async function listLatestWorkouts(ctx: AppContext, visitor: Visitor, username: string) {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  if (user.suspended_at !== null) return []
  const visible = workoutVisibleTo(viewerOf(visitor, { inReport: false }))
  const rows = await listLatestWorkoutsOf(ctx.db, user.id, { visible, limit: SHOWN })
  return loadListViews(ctx, visitor, { rows })
}
