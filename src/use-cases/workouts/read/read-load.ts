import type { Intensity } from '@/domain/analysis/intensity'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { findIntensity } from '@/store/db/queries/workouts/workout-intensity'
import {
  type RecordingRequest,
  requireVisible,
} from '@/use-cases/workouts/measure/stored-recording'
import {
  type EvaluatedWorkout,
  evaluateWorkout,
  sportMeasures,
} from '@/use-cases/workouts/measure/write-load'

/** Training load and zones of a workout, including values that the visitor may not see. */
export interface WorkoutLoad extends EvaluatedWorkout {
  /** Undefined when nothing was measured, or the workout has not been analysed yet. */
  intensity: Intensity | undefined
  display: ChartDisplay
  onFoot: boolean
  /** Whether the visitor may see the thresholds. */
  isOwn: boolean
}

/**
 * Returns the load and zones of a workout; undefined when nothing was measured and no load can be estimated, and for
 * others if the owner hides parts of tracks.
 *
 * @throws 404 unless the visitor may see the analysis; a recording is not required.
 */
export async function getWorkoutLoad(
  ctx: AppContext,
  request: RecordingRequest,
): Promise<WorkoutLoad | undefined> {
  const { workout, display, rules } = await requireVisible(ctx, request, {
    needs: 'analysis',
    nothing: { load: null },
  })
  // Times in zones and loads are those of the whole workout, and would show how long the hidden parts are.
  if (rules) return undefined
  const intensity = await findIntensity(ctx.db, workout.id)
  const evaluated = await evaluateWorkout(ctx.db, workout, intensity)
  if (!intensity && !evaluated.evaluation.load && !evaluated.swum) return undefined
  return {
    ...{ intensity, ...evaluated, display },
    onFoot: sportMeasures(workout.sport_id).pace === 'threshold_pace',
    isOwn: isOwner(request.visitor, workout.user_id),
  }
}
