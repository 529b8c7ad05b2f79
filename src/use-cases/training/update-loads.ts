import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import {
  deleteLoadUpdate,
  findShortestLoadUpdate,
  listWorkoutsToUpdate,
  moveLoadUpdate,
} from '@/db/queries/load-updates'
import { transact } from '@/db/transact'
import { renewLoad } from '@/use-cases/workouts/write-load'

/** So many workouts are done in one transaction: others want to write, too. */
const BATCH = 50

/** Makes loads anew that changed thresholds are about. Says whether there were any. */
export async function updateLoads(
  ctx: Pick<AppContext, 'db' | 'log'>,
  isStopping: () => boolean,
): Promise<boolean> {
  let did = false
  while (!isStopping() && (await updateSome(ctx))) {
    did = true
    await setImmediate()
  }
  return did
}

async function updateSome(ctx: Pick<AppContext, 'db' | 'log'>): Promise<boolean> {
  // To look is no reason to keep others from writing.
  if (!(await findShortestLoadUpdate(ctx.db))) return false
  return transact(ctx, async ({ db }) => {
    const update = await findShortestLoadUpdate(db)
    if (!update) return false
    const workouts = await listWorkoutsToUpdate(db, update, BATCH)
    for (const workout of workouts) await renewLoad(db, workout)
    const last = workouts.at(-1)
    if (last && workouts.length === BATCH)
      await moveLoadUpdate(db, update.user_id, { last, count: workouts.length })
    else await deleteLoadUpdate(db, update.user_id)
    return true
  })
}
