import { MEASUREMENTS, type Measurements } from '@/domain/reference/measurements'
import type { Metrics } from '@/domain/tracks/metrics/metrics'
import { AppError } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Recording } from '@/services/workers/recording'
import { listLatestRecorded } from '@/store/db/queries/workouts/remeasurements'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { loadOwnerAndSport, planStoredElevations, remeasure } from './remeasure'

/** Number of workouts that are compared: few enough to read their recordings for one response. */
const MAX_COMPARED = 10

/** A workout with its measurements under each setting, or why its recording cannot be measured. */
interface ComparedWorkout {
  workout: WorkoutRow
  measured: Record<Measurements, Metrics> | undefined
  error: string | undefined
}

/** Measures the caller's newest recordings under each setting, without storing anything. Newest first. */
export async function compareMeasurements(
  ctx: AppContext,
  { userId }: Caller,
): Promise<ComparedWorkout[]> {
  const compared: ComparedWorkout[] = []
  for (const workout of await listLatestRecorded(ctx.db, userId, MAX_COMPARED))
    compared.push({ workout, ...(await measureBoth(ctx, workout)) })
  return compared
}

async function measureBoth(
  ctx: AppContext,
  workout: WorkoutRow,
): Promise<Pick<ComparedWorkout, 'measured' | 'error'>> {
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const elevations = await planStoredElevations(ctx, workout)
  const priority = { isAnalysedLater: true }
  const measureAs = async (measurements: Measurements): Promise<Recording> => {
    const owner = { ...user, measurements }
    return remeasure(ctx, { workout, user: owner, sport, elevations, priority })
  }
  try {
    const [device, fittrackee] = await Promise.all(MEASUREMENTS.map(measureAs))
    if (!device || !fittrackee) throw new Error('a setting without measurements')
    return {
      measured: { device: device.metrics, fittrackee: fittrackee.metrics },
      error: undefined,
    }
  } catch (error) {
    if (!(error instanceof AppError) || !('message' in error.body)) throw error
    return { measured: undefined, error: String(error.body.message) }
  }
}
