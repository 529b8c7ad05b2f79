import type { Effort } from '@/analysis/efforts'
import type { Db } from '@/db/open'
import { prepared, preparedInsert, preparedWrite, type Slots } from '@/db/prepared'
import { isStoredAs } from '@/db/same-row'
import type { Tx } from '@/db/transact'
import type { WorkoutRow } from './workouts'

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | 'sport_id' | 'workout_date'>

/** Stores the efforts of a workout that has none. */
export function insertEfforts(db: Tx, workout: Owned, efforts: readonly Effort[]): void {
  for (const effort of efforts) rows.run(db, rowOf(workout, effort))
}

const rowOf = ({ id: workout_id, user_id, sport_id, workout_date }: Owned, effort: Effort) => ({
  ...effort,
  ...{ workout_id, user_id, sport_id, workout_date },
})

const rows = preparedInsert('efforts')

/**
 * Stores the efforts of a workout in place of those that it has. Rows that stay as they are are not written: each is in
 * two indexes besides.
 */
export async function replaceEfforts(
  db: Tx,
  workout: Owned,
  efforts: readonly Effort[],
): Promise<void> {
  const wanted = new Map(efforts.map((effort) => [keyOf(effort), rowOf(workout, effort)]))
  for (const stored of await ofWorkout.all(db, { workoutId: workout.id })) {
    const row = wanted.get(keyOf(stored))
    if (row && isStoredAs(stored, row)) wanted.delete(keyOf(stored))
    else {
      const { workout_id: workoutId, kind, target } = stored
      await deletingOne.run(db, { workoutId, kind, target })
    }
  }
  for (const row of wanted.values()) rows.run(db, row)
}

const keyOf = ({ kind, target }: Pick<Effort, 'kind' | 'target'>) => `${kind} ${target}`

const ofWorkout = prepared((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.selectFrom('efforts').selectAll().where('workout_id', '=', workoutId),
)

type EffortKey = Pick<Effort, 'kind' | 'target'> & { workoutId: number }

const deletingOne = preparedWrite((db, { workoutId, kind, target }: Slots<EffortKey>) =>
  db
    .deleteFrom('efforts')
    .where('workout_id', '=', workoutId)
    .where('kind', '=', kind)
    .where('target', '=', target),
)

/** Removes the efforts of a workout. */
export const deleteEfforts = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.deleteFrom('efforts').where('workout_id', '=', workoutId),
)

/** Files the efforts of a workout under its sport and date. */
export const moveEfforts = (db: Tx, { id, sport_id, workout_date }: Owned) =>
  db.updateTable('efforts').set({ sport_id, workout_date }).where('workout_id', '=', id).execute()

/** Newest workouts whose stored points have not been looked through for efforts yet. */
export const listUnanalysed = (db: Db, limit: number) =>
  db
    .selectFrom('workouts')
    .select('id')
    .where('is_analysed', '=', 0)
    .where('original_file', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
