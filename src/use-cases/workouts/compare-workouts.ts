import { type Comparison, compareTraces } from '@/analysis/comparison'
import { traceOf } from '@/analysis/trace'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listPointsOfWorkouts } from '@/db/queries/segments'
import { listWorkoutsNamed, loadListedWorkouts } from '@/db/queries/workouts'
import { invalidPayload, unknownWorkout } from '@/errors'
import { canSeeWorkout } from '@/policy/workout'
import { decodePoints } from '@/tracks/streams/points-blob'
import { loadListViews } from '@/views/workout'

/** How many workouts may be compared at a time. */
const MOST = 6

/** Workouts beside each other: the views in the order that was asked for, and what their recordings say of each. */
export interface ComparedWorkouts extends Comparison {
  views: Awaited<ReturnType<typeof loadListViews>>
}

/**
 * Workouts beside each other, by the short ids (separated by commas) of two to six. The first is the one that others are
 * compared with. Where a workout was is told to those who may see its map, also by the gap to another one.
 *
 * @throws 400 for fewer or more, 404 unless the caller may see the charts of each.
 */
export async function compareWorkouts(
  ctx: AppContext,
  caller: Caller,
  ids = '',
): Promise<ComparedWorkouts> {
  const shortIds = [...new Set(ids.split(',').filter((id) => id !== ''))]
  if (shortIds.length < 2 || shortIds.length > MOST) throw invalidPayload()
  const named = await listWorkoutsNamed(ctx.db, shortIds)
  const listed = await loadListedWorkouts(
    ctx.db,
    named.map(({ id }) => id),
  )
  const rows = [...listed.values()].toSorted(
    (one, other) => shortIds.indexOf(one.short_id) - shortIds.indexOf(other.short_id),
  )
  const views = await loadListViews(ctx, caller, { rows, withRecords: false, forceSpeed: true })
  const isSeen = ({ workout, sight }: (typeof views)[number]) =>
    canSeeWorkout(workout, sight.relation) && sight.analysis
  if (views.length < shortIds.length || !views.every(isSeen)) throw unknownWorkout()
  const stored = await listPointsOfWorkouts(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const pointsOf = Map.groupBy(stored, ({ workout_id }) => workout_id)
  const candidates = views.map(({ workout, sight }) => ({
    trace: traceOf((pointsOf.get(workout.id) ?? []).map(({ points }) => decodePoints(points))),
    placed: sight.map,
  }))
  return { views, ...compareTraces(candidates) }
}
