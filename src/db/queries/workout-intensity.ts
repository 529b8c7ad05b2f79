import { decodeHistogram, encodeHistogram, type Histogram } from '@/analysis/histogram'
import type { Intensity } from '@/analysis/intensity'
import type { Db } from '@/db/open'
import { prepared, preparedInsert, preparedWrite, type Slots } from '@/db/prepared'
import { isStoredAs } from '@/db/same-row'
import type { Tx } from '@/db/transact'

/** Stores how hard a workout was that has nothing of it yet. */
export function insertIntensity(db: Tx, workoutId: number, intensity: Intensity): void {
  rows.run(db, rowOf(workoutId, intensity))
}

const rowOf = (workoutId: number, intensity: Intensity) => ({
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

/** Stores how hard a workout was in place of what is stored, unless that is the same. */
export async function replaceIntensity(
  db: Tx,
  workoutId: number,
  intensity: Intensity | undefined,
): Promise<void> {
  const stored = await found.first(db, { workoutId })
  const row = intensity && rowOf(workoutId, intensity)
  if (stored && row && isStoredAs(stored, row)) return
  if (stored) await deleteIntensity(db, workoutId)
  if (row) rows.run(db, row)
}

const rows = preparedInsert('workout_intensity')

const toBlob = (histogram: Histogram | undefined): Buffer | null =>
  histogram ? Buffer.from(encodeHistogram(histogram)) : null

/** Removes how hard a workout was. */
export const deleteIntensity = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.deleteFrom('workout_intensity').where('workout_id', '=', workoutId),
)

/** How hard a workout was; undefined where nothing was measured, or its points have not been looked through. */
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

const found = prepared((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.selectFrom('workout_intensity').selectAll().where('workout_id', '=', workoutId),
)

const fromBlob = (blob: Uint8Array | null) => (blob ? decodeHistogram(blob) : undefined)
