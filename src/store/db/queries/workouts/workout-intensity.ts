import { decodeHistogram, encodeHistogram, type Histogram } from '@/domain/analysis/histogram'
import type { Intensity } from '@/domain/analysis/intensity'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { isStoredAs } from '@/store/db/is-stored'

/** Stores the intensity of a workout, which must not have one yet. */
export function insertIntensity(db: Tx, workoutId: number, intensity: Intensity): void {
  rows.run(db, intensityRowOf(workoutId, intensity))
}

/** The row of a workout's intensity. */
export const intensityRowOf = (workoutId: number, intensity: Intensity) => ({
  workout_id: workoutId,
  seconds: intensity.seconds,
  heart_rate: toBlob(intensity.heartRate),
  power: toBlob(intensity.power),
  pace: toBlob(intensity.pace),
  normalised_power: intensity.normalisedPower ?? null,
  graded_speed: intensity.gradedSpeed ?? null,
  power_drift: intensity.powerDrift ?? null,
  pace_drift: intensity.paceDrift ?? null,
})

/** Replaces the intensity of a workout, unless it is unchanged. */
export async function replaceIntensity(
  db: Tx,
  workoutId: number,
  intensity: Intensity | undefined,
): Promise<void> {
  const stored = await findStoredIntensity(db, workoutId)
  const row = intensity && intensityRowOf(workoutId, intensity)
  if (stored && row && isStoredAs(stored, row)) return
  if (stored) await deleteIntensity(db, workoutId)
  if (row) rows.run(db, row)
}

const rows = preparedInsert('workout_intensity')

const toBlob = (histogram: Histogram | undefined): Buffer | null =>
  histogram ? Buffer.from(encodeHistogram(histogram)) : null

/** Removes how hard a workout was. */
export const deleteIntensity = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('workout_intensity').where('workout_id', '=', workoutId),
)

/** The intensity of a workout; undefined if nothing was measured or it has not been analysed yet. */
export async function findIntensity(db: Db, workoutId: number): Promise<Intensity | undefined> {
  const row = await found.first(db, { workoutId })
  return (
    row && {
      seconds: row.seconds,
      heartRate: fromBlob(row.heart_rate),
      power: fromBlob(row.power),
      pace: fromBlob(row.pace),
      normalisedPower: row.normalised_power ?? undefined,
      gradedSpeed: row.graded_speed ?? undefined,
      powerDrift: row.power_drift ?? undefined,
      paceDrift: row.pace_drift ?? undefined,
    }
  )
}

/** What the load of a workout depends on. */
export interface RatedWorkout {
  sport_id: number
  workout_date: number
  /** Kilometres. */
  distance: number | null
  /** Seconds. */
  moving: number
  ave_hr: number | null
  isRecorded: boolean
  /** Without the distribution of pace. */
  intensity: Intensity | undefined
}

/** The workouts of a user in a time span with how hard they were, in no particular order. */
export async function listRatedWorkouts(
  db: Db,
  span: { userId: number; from: number; before: number },
): Promise<RatedWorkout[]> {
  const rows = await rated.all(db, span)
  return rows.map(({ original_file, seconds, ...row }) => ({
    ...row,
    isRecorded: original_file !== null || seconds !== null,
    intensity:
      seconds === null
        ? undefined
        : {
            seconds,
            ...{ heartRate: fromBlob(row.heart_rate), power: fromBlob(row.power), pace: undefined },
            normalisedPower: row.normalised_power ?? undefined,
            gradedSpeed: row.graded_speed ?? undefined,
            ...{ powerDrift: undefined, paceDrift: undefined },
          },
  }))
}

const rated = prepared(
  (db, { userId, from, before }: Placeholders<{ userId: number; from: number; before: number }>) =>
    db
      .selectFrom('workouts')
      .leftJoin('workout_intensity', 'workout_intensity.workout_id', 'workouts.id')
      .select(['sport_id', 'workout_date', 'distance', 'moving', 'ave_hr', 'original_file'])
      .select(['seconds', 'heart_rate', 'power', 'normalised_power', 'graded_speed'])
      .where('user_id', '=', userId)
      .where('workout_date', '>=', from)
      .where('workout_date', '<', before),
)

const found = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('workout_intensity').selectAll().where('workout_id', '=', workoutId),
)

/** The stored row of a workout. */
export const findStoredIntensity = (db: Db, workoutId: number) => found.first(db, { workoutId })

const fromBlob = (blob: Uint8Array | null) => (blob ? decodeHistogram(blob) : undefined)
