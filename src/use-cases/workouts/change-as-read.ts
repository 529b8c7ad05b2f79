import type { AppContext } from '@/context'
import { findWorkoutById, type WorkoutRow } from '@/db/queries/workouts'
import { isStoredAs } from '@/db/same-row'
import { type InTransaction, transact } from '@/db/transact'

/** Whether a workout is what it was when it was read; not when it is gone. */
export async function isAsRead(
  { db }: Pick<AppContext, 'db'>,
  workout: WorkoutRow,
): Promise<boolean> {
  const present = await findWorkoutById(db, workout.id)
  return present !== undefined && isStoredAs(present, workout)
}

/** How workouts are changed: what is decided before the transaction, and then stored in it. */
interface DecidedChange<Read extends readonly WorkoutRow[], Decided, Result> {
  read: () => Promise<Read>
  decide: (workouts: Read) => Promise<Decided>
  store: (tx: InTransaction<AppContext>, workouts: Read, decided: Decided) => Promise<Result>
}

/**
 * Changes workouts in a way that cannot be decided in the transaction, as their recordings have to be measured for it.
 * Where one of them is no longer as it was read, all is decided anew: otherwise the change that somebody else has made
 * meanwhile would be lost, or a file looked for that is gone.
 *
 * @throws what the steps throw.
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
