import type { AppContext } from '@/context'
import { type Claim, listClaimants, releaseClaimsOf } from '@/db/queries/user-tasks'

/** A claim without a sign of life for this long is void: its process hangs. */
const STALE = 120_000

/** Name of this process in claims; whether it still lives can be asked of the system. */
const workerName = () => String(process.pid)

/** A claim of this process, now. */
export function newClaim(ctx: Pick<AppContext, 'clock'>): Claim {
  const now = ctx.clock.now()
  return { worker: workerName(), now, staleBefore: now - STALE }
}

/** Frees the tasks of processes that no longer run; tells whether another process is at work. */
export async function releaseLostClaims(ctx: Pick<AppContext, 'db'>): Promise<boolean> {
  const claimants = await listClaimants(ctx.db)
  const lost = claimants.filter((name) => name === workerName() || !isAlive(name))
  if (lost.length > 0) await releaseClaimsOf(ctx.db, lost)
  return lost.length < claimants.length
}

function isAlive(worker: string): boolean {
  try {
    process.kill(Number(worker), 0)
    return true
  } catch {
    return false
  }
}
