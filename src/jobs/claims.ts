import type { AppContext } from '@/context'
import { type Claim, listClaimants, releaseClaimsOf } from '@/db/queries/user-tasks'
import { transact } from '@/db/transact'
import { isRunning, processName } from '@/lib/process-name'

/** Milliseconds between two heartbeats of a claim. */
export const HEARTBEAT = 10_000
/** Milliseconds without a heartbeat after which a claim is void: its process hangs or its machine is gone. */
const STALE = 120_000

/** A claim of this process, now. */
export function newClaim(ctx: Pick<AppContext, 'clock'>): Claim {
  const now = ctx.clock.now()
  return { worker: processName(), now, staleBefore: now - STALE, staleAfter: now + STALE }
}

/** Releases the tasks of processes that no longer run, so that they continue at once. */
export async function releaseLostClaims(ctx: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  const lost = (await listClaimants(ctx.db)).filter((name) => isRunning(name) === false)
  if (lost.length > 0) await transact(ctx, ({ db }) => releaseClaimsOf(db, lost))
}
