import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteLoadUpdate,
  findShortestLoadUpdate,
  listWorkoutsToUpdate,
  moveLoadUpdate,
} from '@/store/db/queries/workouts/load-updates'
import { recomputeLoad } from '@/use-cases/workouts/measure/write-load'

/** Number of workouts per transaction, so that other writers do not wait long. */
const BATCH = 50

/** Recomputes training loads affected by changed thresholds. Returns whether there were any. */
export async function updateLoads(
  ctx: Pick<AppContext, 'db' | 'log'>,
  isStopping: () => boolean,
): Promise<boolean> {
  let did = false
  while (!isStopping() && (await updateBatch(ctx))) {
    did = true
    await setImmediate()
  }
  return did
}

async function updateBatch(ctx: Pick<AppContext, 'db' | 'log'>): Promise<boolean> {
  // Checks without a write transaction first, to avoid blocking other writers.
  if (!(await findShortestLoadUpdate(ctx.db))) return false
  return transact(ctx, async ({ db }) => {
    const update = await findShortestLoadUpdate(db)
    if (!update) return false
    const workouts = await listWorkoutsToUpdate(db, update, BATCH)
    for (const workout of workouts) await recomputeLoad(db, workout)
    const last = workouts.at(-1)
    if (last && workouts.length === BATCH)
      await moveLoadUpdate(db, update.user_id, { last, count: workouts.length })
    else await deleteLoadUpdate(db, update.user_id)
    return true
  })
}
