import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { isStoredAs } from '@/store/db/is-stored'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'

/** Whether a workout has not been changed or deleted since it was read. */
export async function isAsRead(
  { db }: Pick<AppContext, 'db'>,
  workout: WorkoutRow,
): Promise<boolean> {
  const present = await findWorkoutById(db, workout.id)
  return present !== undefined && isStoredAs(present, workout)
}

/** A change whose result is computed before the transaction and stored in it. */
interface DecidedChange<Read extends readonly WorkoutRow[], Decided, Result> {
  read: () => Promise<Read>
  decide: (workouts: Read) => Promise<Decided>
  store: (tx: InTransaction<AppContext>, workouts: Read, decided: Decided) => Promise<Result>
}

/**
 * Applies a change that cannot be computed in the transaction because recordings must be measured. If one of the
 * workouts was changed since it was read, starts again. Otherwise, a concurrent change would be lost, or a deleted file
 * would be read.
 *
 * @throws errors of the steps.
 */
export async function changeAsRead<const Read extends readonly WorkoutRow[], Decided, Result>(
  ctx: AppContext,
  { read, decide, store }: DecidedChange<Read, Decided, Result>,
): Promise<Result> {
  for (;;) {
    const workouts = await read()
    const decided = await decide(workouts).then(
      (made) => ({ made }),
      async (error) => {
        if (await areAsRead(ctx, workouts)) throw error
        return undefined
      },
    )
    const stored =
      decided &&
      (await transact(ctx, async (tx) => {
        if (!(await areAsRead(tx, workouts))) return undefined
        return { result: await store(tx, workouts, decided.made) }
      }))
    if (stored) return stored.result
  }
}

async function areAsRead(
  ctx: Pick<AppContext, 'db'>,
  workouts: readonly WorkoutRow[],
): Promise<boolean> {
  for (const workout of workouts) if (!(await isAsRead(ctx, workout))) return false
  return true
}
