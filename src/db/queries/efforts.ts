import type { Effort } from '@/analysis/efforts'
import type { Db } from '@/db/open'
import { preparedInsert, preparedWrite, type Slots } from '@/db/prepared'
import type { Tx } from '@/db/transact'
import type { WorkoutRow } from './workouts'

type Owned = Pick<WorkoutRow, 'id' | 'user_id' | 'sport_id' | 'workout_date'>

/** Stores the efforts of a workout that has none. */
export function insertEfforts(
  db: Tx,
  { id: workout_id, user_id, sport_id, workout_date }: Owned,
  efforts: readonly Effort[],
): void {
  for (const effort of efforts)
    rows.run(db, { ...effort, workout_id, user_id, sport_id, workout_date })
}

const rows = preparedInsert('efforts')

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
