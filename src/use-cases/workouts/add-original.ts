import type { AppContext } from '@/context'
import { findLaps } from '@/db/queries/device-data'
import { type FormerRecording, insertFormerRecording } from '@/db/queries/former-recordings'
import { listSegments, listStoredSegments } from '@/db/queries/segments'
import { findKeptOriginal, insertKeptOriginal } from '@/db/queries/workout-duplicates'
import { findWorkoutById, type WorkoutRow } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import type { MeasuredTrack } from '@/workers/track-job'
import { recordedColumns, startOf } from './recorded-columns'
import { changeWorkout } from './write-workout'

/**
 * Takes another recording of a workout: the richer one becomes that of the workout, the other one is kept beside it.
 * `known` for a file that is there already: it is of no use.
 */
export async function addOriginal(
  tx: InTransaction<AppContext>,
  workoutId: number,
  { track, original }: { track: MeasuredTrack; original: string },
): Promise<'richer' | 'kept' | 'known'> {
  const former = await findWorkoutById(tx.db, workoutId)
  if (former === undefined || former.original_hash === track.hash) return 'known'
  if (await findKeptOriginal(tx.db, former.id, track.hash)) return 'known'
  const points = track.segments.reduce((sum, { pointCount }) => sum + pointCount, 0)
  const known = { ...former, points: await countPoints(tx, former) }
  if (former.original_file === null || isRicherThan({ ...recordedColumns(track), points }, known)) {
    await keepFormer(tx, former, { track, original })
    await takeRecording(tx, former, { track, original })
    await keepBeside(tx, former.id, former)
    return 'richer'
  }
  await insertKeptOriginal(tx.db, { workout_id: former.id, path: original, hash: track.hash })
  return 'kept'
}

/** Keeps what a workout was made of, so that `takeBackOriginal` can restore it. */
async function keepFormer(
  tx: InTransaction<AppContext>,
  former: WorkoutRow,
  taken: { track: MeasuredTrack; original: string },
): Promise<void> {
  const columns = Object.fromEntries(
    Object.keys(takenColumns(taken)).map((name) => [name, former[name as keyof WorkoutRow]]),
  )
  await insertFormerRecording(
    tx.db,
    { made: taken.original, workoutId: former.id },
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

/** What tells whether a workout was changed since its recording was replaced. */
export const factsOf = (workout: WorkoutRow): FormerRecording['facts'] => ({
  sport_id: workout.sport_id,
  workout_visibility: workout.workout_visibility,
  analysis_visibility: workout.analysis_visibility,
  map_visibility: workout.map_visibility,
  suspended_at: workout.suspended_at,
})

const takenColumns = ({ track, original }: { track: MeasuredTrack; original: string }) => ({
  ...recordedColumns(track),
  workout_date: startOf(track),
  original_file: original,
  map_id: track.mapId,
})

/** Gives a workout another recording; the file of the former one stays. */
export const takeRecording = (
  tx: InTransaction<AppContext>,
  { id }: WorkoutRow,
  taken: { track: MeasuredTrack; original: string },
): Promise<WorkoutRow> => {
  const columns = { ...takenColumns(taken), map_file: null }
  return changeWorkout(tx, id, { columns, track: taken.track, keepsOriginal: true })
}

/** Keeps the original of a workout beside another one. */
export async function keepBeside(
  tx: InTransaction<AppContext>,
  workoutId: number,
  { original_file: path, original_hash: hash }: Pick<WorkoutRow, 'original_file' | 'original_hash'>,
): Promise<void> {
  if (path !== null) await insertKeptOriginal(tx.db, { workout_id: workoutId, path, hash })
}

type Measured = Pick<WorkoutRow, 'start_lat' | 'ave_hr' | 'ave_cadence' | 'ave_power' | 'min_alt'>

/** What a recording tells besides its times: a line, and what sensors measured. */
const wealthOf = ({ start_lat, ave_hr, ave_cadence, ave_power, min_alt }: Measured): number =>
  (start_lat === null ? 0 : 10) +
  [ave_hr, ave_cadence, ave_power, min_alt].filter((value) => value !== null).length

/** Whether a recording tells more than another: a line, more sensors, or as much of them more often. */
export const isRicherThan = (
  one: Measured & { points: number },
  other: Measured & { points: number },
): boolean =>
  wealthOf(one) === wealthOf(other) ? one.points > other.points : wealthOf(one) > wealthOf(other)

/** Points of the recording of a workout. */
export async function countPoints(ctx: Pick<AppContext, 'db'>, { id }: WorkoutRow) {
  const segments = await listSegments(ctx.db, [id])
  return segments.reduce((sum, { point_count }) => sum + point_count, 0)
}
