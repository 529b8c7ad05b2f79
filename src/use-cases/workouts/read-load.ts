import type { Intensity } from '@/analysis/intensity'
import type { AppContext } from '@/context'
import { findIntensity } from '@/db/queries/workout-intensity'
import { isOwner } from '@/policy/visibility'
import type { ChartDisplay } from '@/tracks/geometry/chart'
import { type RecordingRequest, requireShown } from './stored-recording'
import { type EvaluatedWorkout, evaluateWorkout, sportMeasures } from './write-load'

/** How hard a workout was, with and without thresholds; what the visitor may not see is still in it. */
export interface WorkoutLoad extends EvaluatedWorkout {
  /** Undefined where nothing was measured, or its points have not been looked through. */
  intensity: Intensity | undefined
  display: ChartDisplay
  onFoot: boolean
  /** Whether the visitor is told the thresholds. */
  isOwn: boolean
}

/**
 * How hard a workout was; undefined where nothing was measured and no load can be told.
 *
 * @throws 404 unless the visitor sees the analysis of the workout, were it recorded or not.
 */
export async function getWorkoutLoad(
  ctx: AppContext,
  request: RecordingRequest,
): Promise<WorkoutLoad | undefined> {
  const { workout, display } = await requireShown(ctx, request, {
    needs: 'analysis',
    nothing: { load: null },
  })
  const intensity = await findIntensity(ctx.db, workout.id)
  const evaluated = await evaluateWorkout(ctx.db, workout, intensity)
  if (!intensity && !evaluated.evaluation.load && !evaluated.swum) return undefined
  return {
    ...{ intensity, ...evaluated, display },
    onFoot: sportMeasures(workout.sport_id).pace === 'threshold_pace',
    isOwn: isOwner(request.visitor, workout.user_id),
  }
}
