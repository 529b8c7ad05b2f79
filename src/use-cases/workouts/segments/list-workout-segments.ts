import type { Visitor } from '@/policy/caller'
import { effortsVisibleTo, segmentVisibleTo } from '@/policy/segment'
import { isOwner, viewerOf } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import {
  type EffortOnSegment,
  listEffortsOfWorkout,
} from '@/store/db/queries/segments/leaderboards'
import type { Page, PageRequest } from '@/store/db/sql'
import { type RequestedPart, requireVisible } from '@/use-cases/workouts/measure/stored-recording'

const MAP: RequestedPart = { needs: 'map', nothing: { segments: [] } }

/**
 * Returns one page of the efforts of a workout on segments that the visitor may see, in chronological order.
 *
 * @throws 404 unless the visitor may see the map of the workout
 */
export async function listWorkoutSegments(
  ctx: AppContext,
  visitor: Visitor,
  workoutId: string,
  page: PageRequest,
): Promise<Page<EffortOnSegment> & { isTimeHidden: boolean }> {
  const { workout, rules } = await requireVisible(ctx, { visitor, workoutId }, MAP)
  const viewer = viewerOf(visitor, { inReport: false })
  const conditions = { ...effortsVisibleTo(viewer), isSegmentSeen: segmentVisibleTo(viewer) }
  const efforts = await listEffortsOfWorkout(ctx.db, workout.id, conditions, page)
  const isTimeHidden = !isOwner(visitor, workout.user_id) && (rules?.hidesTimes ?? false)
  return { ...efforts, isTimeHidden }
}
