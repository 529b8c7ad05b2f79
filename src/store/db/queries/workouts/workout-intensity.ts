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

const found = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('workout_intensity').selectAll().where('workout_id', '=', workoutId),
)

/** The stored row of a workout. */
export const findStoredIntensity = (db: Db, workoutId: number) => found.first(db, { workoutId })

const fromBlob = (blob: Uint8Array | null) => (blob ? decodeHistogram(blob) : undefined)
