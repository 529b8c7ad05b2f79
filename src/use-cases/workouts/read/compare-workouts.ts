import { type Comparison, compareTraces } from '@/domain/analysis/comparison'
import { joinTrace } from '@/domain/analysis/placed-course'
import { unpackSegment } from '@/domain/tracks/streams/packed-segment'
import { invalidPayload, unknownWorkout } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { canSeeWorkout } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import { listPackedSegments } from '@/store/db/queries/workouts/segments'
import { listWorkoutsNamed, loadListedWorkouts } from '@/store/db/queries/workouts/workouts'
import { loadHidingRules } from '@/use-cases/views/hiding-rules'
import { loadListViews } from '@/use-cases/views/workout'
import { hideParts } from '@/use-cases/workouts/measure/stored-recording'

/** Maximum number of workouts to compare. */
const LIMIT = 6

/** Compared workouts: their views in the requested order, and the comparison of their recordings. */
export interface ComparedWorkouts extends Comparison {
  views: Awaited<ReturnType<typeof loadListViews>>
}

/**
 * Compares two to six workouts with the first one. `ids` are short ids separated by commas. Positions, and the distance
 * between workouts, are included only for workouts whose maps the caller may see.
 *
 * @throws 400 for fewer or more workouts, 404 unless the caller may see the charts of all.
 */
export async function compareWorkouts(
  ctx: AppContext,
  caller: Caller,
  ids = '',
): Promise<ComparedWorkouts> {
  const shortIds = [...new Set(ids.split(',').filter((id) => id !== ''))]
  if (shortIds.length < 2 || shortIds.length > LIMIT) throw invalidPayload()
  const named = await listWorkoutsNamed(ctx.db, shortIds)
  const listed = await loadListedWorkouts(
    ctx.db,
    named.map(({ id }) => id),
  )
  const rows = [...listed.values()].toSorted(
    (one, other) => shortIds.indexOf(one.short_id) - shortIds.indexOf(other.short_id),
  )
  const views = await loadListViews(ctx, caller, { rows, withRecords: false, forceSpeed: true })
  const isSeen = ({ workout, permissions }: (typeof views)[number]) =>
    canSeeWorkout(workout, permissions.relation) && permissions.analysis
  if (views.length < shortIds.length || !views.every(isSeen)) throw unknownWorkout()
  const stored = await listPackedSegments(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const pointsOf = Map.groupBy(stored, ({ workout_id }) => workout_id)
  const ownerIds = [...new Set(rows.map(({ user_id }) => user_id))]
  const rules = await loadHidingRules(ctx, caller, ownerIds)
  const candidates = views.map(({ workout, permissions }) => {
    const segments = pointsOf.get(workout.id) ?? []
    const unpacked = segments.map((segment) => ({ ...segment, ...unpackSegment(segment) }))
    const visible = hideParts(workout, unpacked, rules.get(workout.user_id))
    return { trace: joinTrace(visible), placed: permissions.map }
  })
  return { views, ...compareTraces(candidates) }
}
