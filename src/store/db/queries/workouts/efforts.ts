import type { Effort } from '@/domain/analysis/efforts'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { isStoredAs } from '@/store/db/is-stored'
import { listAfter, type NextRows } from '@/store/db/pages-by-id'
import type { WorkoutRow } from './workouts'

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | 'sport_id' | 'workout_date'>

/** Stores the efforts of a workout, which must not have any yet. */
export function insertEfforts(db: Tx, workout: Owned, efforts: readonly Effort[]): void {
  for (const effort of efforts) rows.run(db, effortRowOf(workout, effort))
}

/** The row of an effort. */
export const effortRowOf = (
  { id: workout_id, user_id, sport_id, workout_date }: Owned,
  effort: Effort,
) => ({
  ...effort,
  ...{ workout_id, user_id, sport_id, workout_date },
})

const rows = preparedInsert('efforts')

/** Replaces the efforts of a workout. Writes only rows that differ, because each row is also in two indexes. */
export async function replaceEfforts(
  db: Tx,
  workout: Owned,
  efforts: readonly Effort[],
): Promise<void> {
  const wanted = new Map(efforts.map((effort) => [keyOf(effort), effortRowOf(workout, effort)]))
  for (const stored of await listStoredEfforts(db, workout.id)) {
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

/** The stored efforts of a workout. */
export const listStoredEfforts = (db: Db, workoutId: number) => ofWorkout.all(db, { workoutId })

const ofWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('efforts').selectAll().where('workout_id', '=', workoutId),
)

type EffortKey = Pick<Effort, 'kind' | 'target'> & { workoutId: number }

const deletingOne = preparedWrite((db, { workoutId, kind, target }: Placeholders<EffortKey>) =>
  db
    .deleteFrom('efforts')
    .where('workout_id', '=', workoutId)
    .where('kind', '=', kind)
    .where('target', '=', target),
)

/** Deletes one effort of a workout; returns whether it existed. */
export async function deleteEffort(
  db: Tx,
  workoutId: number,
  { kind, target }: Pick<Effort, 'kind' | 'target'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('efforts')
    .where('workout_id', '=', workoutId)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Removes the efforts of a workout. */
export const deleteEfforts = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('efforts').where('workout_id', '=', workoutId),
)

/** Updates the sport and date of a workout's efforts. */
export const moveEfforts = (db: Tx, { id, sport_id, workout_date }: Owned) =>
  db.updateTable('efforts').set({ sport_id, workout_date }).where('workout_id', '=', id).execute()

/** The newest workouts whose stored points have not been searched for efforts yet. */
export const listUnanalysed = (db: Db, limit: number) =>
  db
    .selectFrom('workouts')
    .select('id')
    .where('is_analysed', '=', 0)
    .where('original_file', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Row ids of the next workouts of all users, in ascending order. */
export const listWorkoutIdsAfter = (db: Db, next: NextRows) =>
  listAfter(db.selectFrom('workouts').select('id'), next)
