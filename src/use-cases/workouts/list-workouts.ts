import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listAllSports } from '@/db/queries/sports'
import {
  countFoundWorkouts,
  listFoundWorkouts,
  type PlacedWorkout,
  type WorkoutFilter,
} from '@/db/queries/workout-search'
import type { ListedWorkout } from '@/db/queries/workouts'
import { type PageRequest, totalOf } from '@/db/sql'
import { loadSportDisplays } from '@/views/sport-display'
import { loadListViews } from '@/views/workout'
import { loadListStatistics } from './list-statistics'
import type { ListRequest } from './read-list-request'
import { searchWorkoutsNear } from './search-workouts-near'

/** One page of a list, how many workouts are on all pages, and what the list was narrowed down to. */
interface FoundPage {
  rows: PlacedWorkout[]
  total: number
  filter: WorkoutFilter
}

/** One page of the caller's workouts that a request asks for, in order. */
export async function searchWorkouts(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
  { filter: wanted, near, order, page, perPage }: ListRequest & PageRequest,
): Promise<FoundPage> {
  const ids = near && (await searchWorkoutsNear({ db }, userId, near))
  const filter = { ...wanted, userId, ids }
  const stretch = { limit: perPage, skipped: (page - 1) * perPage }
  const rows = await listFoundWorkouts(db, filter, { order, ...stretch })
  const known = totalOf({ skipped: stretch.skipped, perPage, shown: rows.length })
  return { rows, total: known ?? (await countFoundWorkouts(db, filter)), filter }
}

/** One page of the caller's workouts, with statistics if they are asked for. */
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
  const listed = { filter, order, total, pageRows: rows, perPage, displays }
  return { views, total, statistics: await loadListStatistics(ctx, listed) }
}

/** Whether a page holds a workout of a sport that shows speeds by default: then all of the page do. */
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
