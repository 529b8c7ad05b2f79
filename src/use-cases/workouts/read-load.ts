import type { Intensity } from '@/analysis/intensity'
import type { Evaluation } from '@/analysis/load'
import type { AppContext } from '@/context'
import { findIntensity } from '@/db/queries/workout-intensity'
import { isOwner } from '@/policy/visibility'
import type { ChartDisplay } from '@/tracks/geometry/chart'
import { type RecordingRequest, requireRecorded } from './stored-recording'
import { evaluateWorkout, sportMeasures } from './write-load'

/** How hard a workout was, with and without thresholds; what the visitor may not see is still in it. */
export interface WorkoutLoad {
  intensity: Intensity
  evaluation: Evaluation
  display: ChartDisplay
  onFoot: boolean
  /** Whether the visitor is told the thresholds. */
  isOwn: boolean
}

/**
 * How hard a workout was; undefined where nothing was measured, or its points have not been looked through.
 *
 * @throws 404 unless the visitor sees the analysis of a recorded workout.
 */
export async function getWorkoutLoad(
  ctx: AppContext,
  request: RecordingRequest,
): Promise<WorkoutLoad | undefined> {
  const { workout, display } = await requireRecorded(ctx, request, {
    needs: 'analysis',
    nothing: { load: null },
  })
  const intensity = await findIntensity(ctx.db, workout.id)
  return (
    intensity && {
      ...{ intensity, display },
      evaluation: await evaluateWorkout(ctx.db, workout, intensity),
      onFoot: sportMeasures(workout.sport_id).pace === 'threshold_pace',
      isOwn: isOwner(request.visitor, workout.user_id),
    }
  )
}
