import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  deletePreviousRecording,
  findPreviousRecording,
  type PreviousRecording,
} from '@/store/db/queries/tasks/previous-recordings'
import { deletePreviousOriginal } from '@/store/db/queries/workouts/workout-duplicates'
import { renewMapIds, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { factsOf } from './add-original'
import { changeWorkout } from './write-workout'

type Tx = InTransaction<AppContext>

/** Result of undoing the addition of a file to a workout. */
export type RemovalResult = 'restored' | 'removed' | 'gone' | 'changed'

/**
 * Undoes the addition of a file to a workout. Returns `restored` when the previous recording is restored, with its
 * measurements and segments; `removed` when the file was only an additional one; `gone` when the file is not there any
 * more; `changed` when nothing was done because the sport of the workout has changed.
 */
export async function undoAddedOriginal(
  tx: Tx,
  workout: WorkoutRow,
  made: string,
): Promise<RemovalResult> {
  if (workout.original_file !== made) {
    if (!(await deletePreviousOriginal(tx.db, workout.id, made))) return 'gone'
    await deletePreviousRecording(tx.db, made)
    tx.afterCommit(() => tx.files.remove(made))
    return 'removed'
  }
  const former = await findPreviousRecording(tx.db, { replacement: made, workoutId: workout.id })
  if (former === undefined) return 'gone'
  if (former.facts.sport_id !== workout.sport_id) return 'changed'
  await restore(tx, workout, former)
  await deletePreviousRecording(tx.db, made)
  return 'restored'
}

/** Restores the previous recording of a workout. The other file is deleted after the commit. */
async function restore(tx: Tx, workout: WorkoutRow, former: PreviousRecording): Promise<void> {
  const { columns, modifiedAt, replacedAt, segments, laps } = former
  if (columns.original_file) await deletePreviousOriginal(tx.db, workout.id, columns.original_file)
  const isUntouched = workout.modification_date === replacedAt
  await changeWorkout(tx, workout.id, {
    columns: {
      ...columns,
      map_file: null,
      modification_date: isUntouched ? modifiedAt : workout.modification_date,
    },
    stored: { segments, laps },
  })
  // The map may be visible to fewer users now than to those who know its previous URL.
  const isAsOpen = JSON.stringify(factsOf(workout)) === JSON.stringify(former.facts)
  if (columns.map_id && !isAsOpen) await renewMapIds(tx.db, columns.map_id)
}
