import type { AppContext } from '@/context'
import {
  deleteFormerRecording,
  type FormerRecording,
  findFormerRecording,
} from '@/db/queries/former-recordings'
import { deleteKeptOriginal } from '@/db/queries/workout-duplicates'
import { renewMapIds, type WorkoutRow } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { factsOf } from './add-original'
import { changeWorkout } from './write-workout'

type Tx = InTransaction<AppContext>

/** What became of a file that was added to a workout. */
export type TakenBack = 'restored' | 'removed' | 'gone' | 'changed'

/**
 * Takes back a file that was added to a workout: `restored` when the former recording is there again, with the numbers
 * and segments of then; `removed` when it was only kept beside; `gone` when it is there no more; `changed`, and nothing
 * done, when the workout has another sport since.
 */
export async function takeBackOriginal(
  tx: Tx,
  workout: WorkoutRow,
  made: string,
): Promise<TakenBack> {
  if (workout.original_file !== made) {
    if (!(await deleteKeptOriginal(tx.db, workout.id, made))) return 'gone'
    await deleteFormerRecording(tx.db, made)
    tx.afterCommit(() => tx.files.remove(made))
    return 'removed'
  }
  const former = await findFormerRecording(tx.db, { made, workoutId: workout.id })
  if (former === undefined) return 'gone'
  if (former.facts.sport_id !== workout.sport_id) return 'changed'
  await restore(tx, workout, former)
  await deleteFormerRecording(tx.db, made)
  return 'restored'
}

/** Gives a workout its former recording again; the file of the other one is removed after the commit. */
async function restore(tx: Tx, workout: WorkoutRow, former: FormerRecording): Promise<void> {
  const { columns, modifiedAt, replacedAt, segments, laps } = former
  if (columns.original_file) await deleteKeptOriginal(tx.db, workout.id, columns.original_file)
  const isUntouched = workout.modification_date === replacedAt
  await changeWorkout(tx, workout.id, {
    columns: {
      ...columns,
      map_file: null,
      modification_date: isUntouched ? modifiedAt : workout.modification_date,
    },
    stored: { segments, laps },
  })
  // Who may see the map now may be fewer than those who know its former address.
  const isAsOpen = JSON.stringify(factsOf(workout)) === JSON.stringify(former.facts)
  if (columns.map_id && !isAsOpen) await renewMapIds(tx.db, columns.map_id)
}
