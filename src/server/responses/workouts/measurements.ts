import { type Static, Type } from '@sinclair/typebox'
import { MEASUREMENTS, type Measurements } from '@/domain/reference/measurements'
import type { Metrics } from '@/domain/tracks/metrics/metrics'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import type { DialectFormat } from '@/server/responses/dialect'
import { count, nullable, oneOf, shortId, text, timestamp } from '@/server/responses/fields'
import { metrics } from '@/server/responses/metrics'
import type { RemeasurementRow } from '@/store/db/queries/workouts/remeasurements'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { fromJson } from '@/store/db/schema/columns'
import { workoutSummary } from './workout-summary'

const setting = (description: string) => oneOf(MEASUREMENTS, description)

const remeasurement = Type.Object({
  done: count('Recordings measured so far, including those that failed.'),
  ended_at: nullable(timestamp('When it ended; null while it is in progress.')),
  failed: count('Recordings that could not be measured. Their workouts do not change.'),
  failures: Type.Array(
    Type.Object({
      error: text('Why the recording could not be measured.'),
      workout_id: shortId('The workout.'),
    }),
    { description: 'The first 20 failures.' },
  ),
  measurements: setting('The setting when it was requested.'),
  started_at: timestamp('When the measuring was requested.'),
  status: oneOf(['in_progress', 'successful', 'aborted'], 'State.'),
  total: count('Workouts with recordings when it was requested.'),
})

export const measurementsState = Type.Object(
  {
    current: setting('How new recordings are measured: the preference, or else the setting.'),
    preference: nullable(setting('The preference of the account; null follows the server.')),
    remeasurement: nullable(remeasurement),
    server: setting('The setting of the server.'),
  },
  {
    $id: 'MeasurementsState',
    description:
      'How the recordings of an account are measured, and the last request to measure all of them again.',
  },
)

/** How the recordings of an account are measured, and its last request. */
interface MeasurementsStateView {
  current: Measurements
  preference: Measurements | null
  server: Measurements
  remeasurement: RemeasurementRow | undefined
}

export const presentMeasurementsState = ({
  remeasurement: request,
  ...settings
}: MeasurementsStateView): Static<typeof measurementsState> => ({
  ...settings,
  remeasurement: request ? presentRemeasurement(request) : null,
})

const presentRemeasurement = (request: RemeasurementRow): Static<typeof remeasurement> => ({
  done: request.done,
  ended_at: formatHttpDateOrNull(request.ended_at),
  failed: request.failed,
  failures: fromJson(request.failures).map(({ workout, error }) => ({
    error,
    workout_id: workout,
  })),
  measurements: request.measurements,
  started_at: formatHttpDate(request.started_at),
  status: request.ended_at === null ? 'in_progress' : request.is_aborted ? 'aborted' : 'successful',
  total: request.total,
})

const figures = Type.Pick(metrics, [
  ...(['ascent', 'descent', 'distance', 'duration', 'max_speed', 'moving'] as const),
])

export const comparedWorkout = Type.Object(
  {
    device: nullable(figures),
    error: nullable(text('Why the recording cannot be measured; otherwise null.')),
    fittrackee: nullable(figures),
    ...Type.Pick(workoutSummary, ['id', 'sport_id', 'title', 'workout_date']).properties,
  },
  {
    $id: 'ComparedMeasurements',
    description: 'The figures of a workout as each setting measures them now.',
  },
)

/** A workout with its measurements under each setting, or why its recording cannot be measured. */
interface ComparedView {
  workout: WorkoutRow
  measured: Record<Measurements, Metrics> | undefined
  error: string | undefined
}

export const presentCompared = (
  { workout, measured, error }: ComparedView,
  dialect: DialectFormat,
): Static<typeof comparedWorkout> => ({
  device: measured ? presentFigures(measured.device, dialect) : null,
  error: error ?? null,
  fittrackee: measured ? presentFigures(measured.fittrackee, dialect) : null,
  id: workout.short_id,
  sport_id: workout.sport_id,
  title: workout.title,
  workout_date: formatHttpDate(workout.workout_date),
})

const presentFigures = (
  { ascent, descent, distance, duration, maxSpeed, moving }: Metrics,
  dialect: DialectFormat,
): Static<typeof figures> => ({
  ascent,
  descent,
  distance,
  duration: dialect.duration(duration),
  max_speed: maxSpeed,
  moving: dialect.duration(moving),
})
