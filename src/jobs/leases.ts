import { isRunning, processName } from '@/lib/process/process-name'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  type Claim,
  listClaimants,
  releaseClaimsOf,
  releaseLostLeases as releaseLost,
} from '@/store/db/queries/tasks/user-tasks'

/** Milliseconds between two heartbeats of a lease. */
export const HEARTBEAT = 10_000
/** Milliseconds without a heartbeat after which a lease expires: its process hangs, or its machine is gone. */
const STALE = 120_000

/** A lease for this process, starting now. */
export function newLease(ctx: Pick<AppContext, 'clock'>): Claim {
  const now = ctx.clock.now()
  return { worker: processName(), now, staleBefore: now - STALE, staleAfter: now + STALE }
}

/** Releases the tasks of processes that died, so that they continue at once. Each release is counted as a crash. */
export async function releaseLostLeases(ctx: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  const lost = (await listClaimants(ctx.db)).filter((name) => isRunning(name) === false)
  if (lost.length > 0) await transact(ctx, ({ db }) => releaseLost(db, lost))
}

/** Releases the tasks of this process when it is asked to stop, so that it is not mistaken for a dead one. */
export const releaseOwnLeases = (ctx: Pick<AppContext, 'db' | 'log'>): Promise<unknown> =>
  transact(ctx, ({ db }) => releaseClaimsOf(db, processName()))
