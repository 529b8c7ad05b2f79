import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  countTimeline,
  listTimelineOwners,
  listTimelineWorkouts,
} from '@/store/db/queries/social/timeline'
import type { PageRequest } from '@/store/db/sql'
import { loadListViews } from '@/use-cases/views/workout'

/** Returns one page of the workouts of the caller and followed users, newest first. */
export async function listTimeline(ctx: AppContext, caller: Caller, page: PageRequest) {
  const { userId } = caller
  const owners = await listTimelineOwners(ctx.db, userId)
  const rows = await listTimelineWorkouts(ctx.db, { userId, owners }, page)
  const views = await loadListViews(ctx, caller, { rows })
  return { views, total: await countTimeline(ctx.db, { userId, owners }) }
}
