import type { DiskFailedError } from '@/lib/system-errors'
import { MINUTE } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'
import { alertOwners, deliverAlerts, endAlert } from '@/use-cases/instance/alert-owners'

/** Milliseconds between two attempts to deliver waiting alerts. */
const RETRY_EVERY = 5 * MINUTE

/**
 * Alerts owners when the disk fails. Also delivers alerts that an earlier run of the server could not deliver:
 * notifications of a failed disk can only be stored after a restart.
 */
export function startAlerts(ctx: AppContext): { stop: () => Promise<void> } {
  const connections = connectionsOf(ctx.db)
  if (!connections.failure) endAlert(ctx, 'disk_failed')
  const check = () =>
    connections.failure
      ? alertOwners(ctx, 'disk_failed', factsOf(connections.failure))
      : deliverAlerts(ctx)
  let running = check()
  const checkAgain = () => {
    running = check()
  }
  connections.onFailure(checkAgain)
  const timer = setInterval(checkAgain, RETRY_EVERY).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}

const factsOf = ({ errno, message }: DiskFailedError) => ({
  ...(errno !== undefined && { errno }),
  reason: message,
})
