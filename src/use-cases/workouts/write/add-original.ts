import type { AppContext } from '@/services/context'
import { recordedColumns, startOf } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  insertPreviousRecording,
  type PreviousRecording,
} from '@/store/db/queries/tasks/previous-recordings'
import { findLaps } from '@/store/db/queries/workouts/device-data'
import { listSegments, listStoredSegments } from '@/store/db/queries/workouts/segments'
import {
  findPreviousOriginal,
  insertPreviousOriginal,
} from '@/store/db/queries/workouts/workout-duplicates'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { changeWorkout } from './write-workout'

/**
 * Adds another recording to a workout. The richer one becomes the workout's recording; the other original is stored as
 * additional file. Returns `known` when the workout has the same file already, so the new one is not needed.
 */
export async function addOriginal(
  tx: InTransaction<AppContext>,
  workoutId: number,
  { recording, original }: { recording: Recording; original: string },
): Promise<'richer' | 'kept' | 'known'> {
  const former = await findWorkoutById(tx.db, workoutId)
  if (former === undefined || former.original_hash === recording.hash) return 'known'
  if (await findPreviousOriginal(tx.db, former.id, recording.hash)) return 'known'
  const points = recording.segments.reduce((sum, { pointCount }) => sum + pointCount, 0)
  const known = { ...former, points: await countPoints(tx, former) }
  if (
    former.original_file === null ||
    isRicherThan({ ...recordedColumns(recording), points }, known)
  ) {
    await storePreviousRecording(tx, former, { recording, original })
    await replaceRecording(tx, former, { recording, original })
    await storeAdditionalFile(tx, former.id, former)
    return 'richer'
  }
  await insertPreviousOriginal(tx.db, {
    workout_id: former.id,
    path: original,
    hash: recording.hash,
  })
  return 'kept'
}

/** Stores the previous recording of a workout, so that `undoAddedOriginal` can restore it. */
async function storePreviousRecording(
  tx: InTransaction<AppContext>,
  former: WorkoutRow,
  taken: { recording: Recording; original: string },
): Promise<void> {
  const columns = Object.fromEntries(
    Object.keys(recordingColumns(taken)).map((name) => [name, former[name as keyof WorkoutRow]]),
  )
  await insertPreviousRecording(
    tx.db,
    { replacement: taken.original, workoutId: former.id },
    {
      columns,
      facts: factsOf(former),
      modifiedAt: former.modification_date,
      replacedAt: tx.clock.now(),
      segments: await listStoredSegments(tx.db, former.id),
      laps: await findLaps(tx.db, former.id),
    },
  )
}

/** Returns the columns that show whether a workout was changed after its recording was replaced. */
export const factsOf = (workout: WorkoutRow): PreviousRecording['facts'] => ({
  sport_id: workout.sport_id,
  workout_visibility: workout.workout_visibility,
  analysis_visibility: workout.analysis_visibility,
  map_visibility: workout.map_visibility,
  suspended_at: workout.suspended_at,
})

const recordingColumns = ({ recording, original }: { recording: Recording; original: string }) => ({
  ...recordedColumns(recording),
  workout_date: startOf(recording),
  original_file: original,
  map_id: recording.mapId,
})

/** Replaces the recording of a workout, without deleting the previous file. */
export const replaceRecording = (
  tx: InTransaction<AppContext>,
  { id }: WorkoutRow,
  taken: { recording: Recording; original: string },
): Promise<WorkoutRow> => {
  const columns = { ...recordingColumns(taken), map_file: null }
  return changeWorkout(tx, id, { columns, recording: taken.recording, keepsOriginal: true })
}

/** Stores the original of a workout as an additional file. */
export async function storeAdditionalFile(
  tx: InTransaction<AppContext>,
  workoutId: number,
  { original_file: path, original_hash: hash }: Pick<WorkoutRow, 'original_file' | 'original_hash'>,
): Promise<void> {
  if (path !== null) await insertPreviousOriginal(tx.db, { workout_id: workoutId, path, hash })
}

type Measured = Pick<WorkoutRow, 'start_lat' | 'ave_hr' | 'ave_cadence' | 'ave_power' | 'min_alt'>

/** Returns a score for the data in a recording: positions, then the number of sensors. */
const dataScore = ({ start_lat, ave_hr, ave_cadence, ave_power, min_alt }: Measured): number =>
  (start_lat === null ? 0 : 10) +
  [ave_hr, ave_cadence, ave_power, min_alt].filter((value) => value !== null).length

/** Whether a recording has more data than another: positions, more sensors, or else more points. */
export const isRicherThan = (
  one: Measured & { points: number },
  other: Measured & { points: number },
): boolean =>
  dataScore(one) === dataScore(other)
    ? one.points > other.points
    : dataScore(one) > dataScore(other)

/** Counts the points of a workout's recording. */
export async function countPoints(ctx: Pick<AppContext, 'db'>, { id }: WorkoutRow) {
  const segments = await listSegments(ctx.db, [id])
  return segments.reduce((sum, { point_count }) => sum + point_count, 0)
}
