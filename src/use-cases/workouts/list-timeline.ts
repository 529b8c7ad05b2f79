import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listTimelineIds, listTimelineOwners } from '@/db/queries/timeline'
import { listWorkoutsById } from '@/db/queries/workout-search'
import { loadListViews } from '@/views/workout'

/** One page of the caller's own workouts and those of followed users, newest first. */
export async function listTimeline(
  ctx: AppContext,
  caller: Caller,
  page: { page: number; perPage: number },
) {
  const { userId } = caller
  const owners = await listTimelineOwners(ctx.db, userId)
  const { ids, total } = await listTimelineIds(ctx.db, { userId, owners }, page)
  const rows = await listWorkoutsById(ctx.db, ids)
  return { views: await loadListViews(ctx, caller, { rows }), total }
}
