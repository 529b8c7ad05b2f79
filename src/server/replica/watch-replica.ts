import { POSITION_REQUEST } from '@/server/http/client-address'
import type { AppContext } from '@/services/context'
import { getPosition } from '@/use-cases/instance/replication-position'
import { POSITION } from './replication-position'

/** Monitors whether the replica of a server is up to date with its primary. */
export interface CopyWatch {
  /** Whether the replica lacks data that the primary had 10 seconds ago. */
  isBehind: () => boolean
  /** Compares the replica with the primary once. Must not run concurrently. */
  check: () => Promise<void>
  /** Runs `look` once a second. */
  start: () => { stop: () => void }
}

/** Milliseconds between two checks. */
const CHECK_INTERVAL = 1000
/** Milliseconds between two requests for the primary's position. */
const REQUEST_INTERVAL = 15_000
/** Milliseconds within which the replica must reach a position of the primary. */
const MAX_BEHIND = 10_000
/** Timeout for requests to the primary, in milliseconds. */
const TIMEOUT = 5000

/** A position of the primary that the replica has yet to reach. */
interface Mark {
  position: number
  at: number
}

/** Once started, periodically requests the primary's position, and checks when the replica has reached it. */
export function watchCopy(ctx: AppContext, { primaryUrl }: { primaryUrl: string }): CopyWatch {
  const state = {
    mark: undefined as Mark | undefined,
    requestedAt: Number.NEGATIVE_INFINITY,
    isBehind: false,
    isLogged: false,
  }
  const check = async () => {
    const now = ctx.clock.elapsed()
    if (state.mark && (await getPosition(ctx)) >= state.mark.position) state.mark = undefined
    const isBehind = state.mark !== undefined && now - state.mark.at > MAX_BEHIND
    if (isBehind !== state.isBehind) logCurrency(ctx, isBehind)
    state.isBehind = isBehind
    if (state.mark || now - state.requestedAt < REQUEST_INTERVAL) return
    state.requestedAt = now
    const position = await fetchPosition(primaryUrl)
    if (typeof position === 'number') state.mark = { position, at: now }
    if (position === null && !state.isLogged) ctx.log.error(UNKNOWN_HERE)
    state.isLogged ||= position === null
  }
  return {
    isBehind: () => state.isBehind,
    check,
    start: () => {
      const timer = setInterval(() => {
        check().catch((error) => ctx.log.warn({ err: error }, 'could not check the replica'))
      }, CHECK_INTERVAL)
      return { stop: () => clearInterval(timer) }
    },
  }
}

const UNKNOWN_HERE =
  'the primary does not report its position: add the address of this server to its TRUSTED_PROXIES'

function logCurrency({ log }: AppContext, isBehind: boolean): void {
  if (isBehind)
    log.error(
      'the replica is out of date: reads go to the primary until it has caught up; check Litestream',
    )
  else log.info('the replica is up to date again')
}

/** Null when the primary responds but does not trust this server, undefined when it does not respond. */
async function fetchPosition(primaryUrl: string): Promise<number | null | undefined> {
  const response = await fetch(`${primaryUrl}/api/ping`, {
    headers: { [POSITION_REQUEST]: 'now' },
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => undefined)
  await response?.body?.cancel()
  const position = response?.headers.get(POSITION)
  return typeof position === 'string' ? Number(position) : position
}
