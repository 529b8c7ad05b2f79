import type { Effort } from '@/domain/analysis/efforts'
import { type Placeholders, prepared, preparedInsert } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/** What identifies an effort of a workout. */
export type EffortTarget = Pick<Effort, 'kind' | 'target'>

const ofWorkout = prepared((db, of: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('excluded_efforts')
    .select(['kind', 'target'])
    .where('workout_id', '=', of.workoutId)
    .orderBy('kind')
    .orderBy('target'),
)

/** The efforts of a workout that its owner excluded from rankings. */
export const listExcludedEfforts = (db: Db, workoutId: number): Promise<EffortTarget[]> =>
  ofWorkout.all(db, { workoutId })

const rows = preparedInsert('excluded_efforts')

/** Stores efforts of a workout that are excluded. They must not be stored yet. */
export function insertExcludedEfforts(
  db: Tx,
  workoutId: number,
  efforts: readonly EffortTarget[],
): void {
  for (const { kind, target } of efforts) rows.run(db, { workout_id: workoutId, kind, target })
}

/** Includes an effort again; returns whether it was excluded. */
export async function deleteExcludedEffort(
  db: Tx,
  workoutId: number,
  { kind, target }: EffortTarget,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('excluded_efforts')
    .where('workout_id', '=', workoutId)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}
