import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { countTimeline, listTimelineOwners, listTimelineWorkouts } from '@/db/queries/timeline'
import type { PageRequest } from '@/db/sql'
import { loadListViews } from '@/views/workout'

/** One page of the caller's own workouts and those of followed users, newest first. */
export async function listTimeline(ctx: AppContext, caller: Caller, page: PageRequest) {
  const { userId } = caller
  const owners = await listTimelineOwners(ctx.db, userId)
  const rows = await listTimelineWorkouts(ctx.db, { userId, owners }, page)
  const views = await loadListViews(ctx, caller, { rows })
  return { views, total: await countTimeline(ctx.db, { userId, owners }) }
}
