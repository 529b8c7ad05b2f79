import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listAllSports } from '@/store/db/queries/catalogue/sports'
import {
  countMatchingWorkouts,
  listMatchingWorkouts,
  type PlacedWorkout,
  type WorkoutFilter,
} from '@/store/db/queries/workouts/workout-search'
import type { ListedWorkout } from '@/store/db/queries/workouts/workouts'
import { type PageRequest, totalOf } from '@/store/db/sql'
import { loadSportDisplays } from '@/use-cases/views/sport-display'
import { loadListViews } from '@/use-cases/views/workout'
import { loadListStatistics } from './list-statistics'
import type { ListRequest } from './read-list-request'
import { searchWorkoutsNear } from './search-workouts-near'

/** One page of a list, the number of workouts on all pages, and the filter that was applied. */
interface MatchingPage {
  rows: PlacedWorkout[]
  total: number
  filter: WorkoutFilter
}

/** Returns one page of the caller's workouts that match a request. */
export async function searchWorkouts(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
  { filter: wanted, near, order, page, perPage }: ListRequest & PageRequest,
): Promise<MatchingPage> {
  const ids = near && (await searchWorkoutsNear({ db }, userId, near))
  const filter = { ...wanted, userId, ids }
  const range = { limit: perPage, skipped: (page - 1) * perPage }
  const rows = await listMatchingWorkouts(db, filter, { order, ...range })
  const known = totalOf({ skipped: range.skipped, perPage, shownRows: rows.length })
  return { rows, total: known ?? (await countMatchingWorkouts(db, filter)), filter }
}

/** Returns one page of the caller's workouts, with statistics on request. */
export async function listWorkouts(
  ctx: AppContext,
  caller: Caller,
  request: ListRequest & PageRequest & { withEquipments: boolean; withStatistics: boolean },
) {
  const { rows, total, filter } = await searchWorkouts(ctx, caller, request)
  const forceSpeed = total > 1 && !request.filter.sportIds && (await includesSpeedSport(ctx, rows))
  const { withEquipments, order, perPage } = request
  const views = await loadListViews(ctx, caller, { rows, withEquipments, forceSpeed })
  if (!request.withStatistics) return { views, total, statistics: undefined }
  const displays = await loadSportDisplays(ctx, caller)
  const { timezone } = caller
  const listed = { filter, order, total, pageRows: rows, perPage, displays, timezone }
  return { views, total, statistics: await loadListStatistics(ctx, listed) }
}

/**
 * Whether a page contains a workout of a sport that displays speed by default. Then all workouts of the page display
 * speed.
 */
async function includesSpeedSport(
  ctx: AppContext,
  rows: readonly ListedWorkout[],
): Promise<boolean> {
  const sports = await listAllSports(ctx.db)
  const fast = new Set(
    sports.filter(({ pace_speed_display }) => pace_speed_display === 'speed').map(({ id }) => id),
  )
  return rows.some(({ sport_id }) => fast.has(sport_id))
}
