import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listAllSports } from '@/db/queries/sports'
import { listWorkoutsById, searchWorkouts } from '@/db/queries/workout-search'
import type { WorkoutRow } from '@/db/queries/workouts'
import { loadSportDisplays } from '@/views/sport-display'
import { loadListViews } from '@/views/workout'
import { findWorkoutsNear } from './find-workouts-near'
import { loadListStatistics, type StatisticsBlock } from './list-statistics'
import type { ListRequest } from './read-list-request'

/** A page of a list; pages count from 1. */
export interface Page {
  page: number
  perPage: number
}

/** Ids of all the caller's workouts that a list contains, in order. */
export async function findWorkouts(
  ctx: AppContext,
  caller: Caller,
  { filter, near, order }: ListRequest,
): Promise<number[]> {
  const ids = await searchWorkouts(ctx.db, { ...filter, userId: caller.userId }, order)
  if (!near || ids.length === 0) return ids
  const nearby = await findWorkoutsNear(ctx, caller.userId, near)
  return ids.filter((id) => nearby.has(id))
}

export const pageOf = (ids: readonly number[], { page, perPage }: Page): number[] =>
  ids.slice((page - 1) * perPage, page * perPage)

/** One page of the caller's workouts, with statistics if they are asked for. */
export async function listWorkouts(
  ctx: AppContext,
  caller: Caller,
  request: ListRequest & Page & { withEquipments: boolean; withStatistics: boolean },
) {
  const ids = await findWorkouts(ctx, caller, request)
  const rows = await listWorkoutsById(ctx.db, pageOf(ids, request))
  const forceSpeed =
    ids.length > 1 && !request.filter.sportIds && (await includesSpeedSport(ctx, rows))
  const { withEquipments } = request
  const views = await loadListViews(ctx, caller, { rows, withEquipments, forceSpeed })
  const statistics = request.withStatistics
    ? await statisticsOf(ctx, caller, { ids, rows, request })
    : undefined
  return { views, total: ids.length, statistics }
}

/** Whether a page holds a workout of a sport that shows speeds by default: then all of the page do. */
async function includesSpeedSport(ctx: AppContext, rows: readonly WorkoutRow[]): Promise<boolean> {
  const sports = await listAllSports(ctx.db)
  const fast = new Set(
    sports.filter(({ pace_speed_display }) => pace_speed_display === 'speed').map(({ id }) => id),
  )
  return rows.some(({ sport_id }) => fast.has(sport_id))
}

async function statisticsOf(
  ctx: AppContext,
  caller: Caller,
  { ids, rows, request }: { ids: number[]; rows: WorkoutRow[]; request: ListRequest & Page },
): Promise<{ current_page: StatisticsBlock; all: StatisticsBlock }> {
  return loadListStatistics(ctx, {
    userId: caller.userId,
    ids,
    pageRows: rows,
    perPage: request.perPage,
    sportId: request.filter.sportIds?.[0],
    displays: await loadSportDisplays(ctx, caller),
  })
}
