import type { AppContext } from '@/context'
import { getPosition } from '@/use-cases/instance/mark-position'
import { POSITION, POSITION_WANTED } from './positions'

/** Watches whether the copy that a server reads from follows its primary. */
export interface CopyWatch {
  /** Whether the copy lacks what the primary had some time ago. */
  isBehind: () => boolean
  start: () => { stop: () => void }
}

/** Milliseconds between two looks. */
const LOOK_EVERY = 1000
/** Milliseconds between two questions how far the primary is. */
const ASK_EVERY = 15_000
/** Milliseconds that it may take until the copy has come as far. */
const MOST_BEHIND = 10_000
/** Milliseconds that the primary may take to answer. */
const PATIENCE = 5000

/** A mark that the primary made for this server; the copy has to come to it. */
interface Mark {
  position: number
  at: number
}

/** Once started, it asks the primary now and then for a mark, and looks when the copy has it. */
export function watchCopy(ctx: AppContext, { primaryUrl }: { primaryUrl: string }): CopyWatch {
  const state = {
    mark: undefined as Mark | undefined,
    askedAt: Number.NEGATIVE_INFINITY,
    isBehind: false,
    told: false,
  }
  const look = async () => {
    const now = ctx.clock.elapsed()
    if (state.mark && (await getPosition(ctx)) >= state.mark.position) state.mark = undefined
    const isBehind = state.mark !== undefined && now - state.mark.at > MOST_BEHIND
    if (isBehind !== state.isBehind) tellCurrency(ctx, isBehind)
    state.isBehind = isBehind
    if (state.mark || now - state.askedAt < ASK_EVERY) return
    state.askedAt = now
    const position = await askPosition(primaryUrl)
    if (typeof position === 'number') state.mark = { position, at: now }
    if (position === null && !state.told) ctx.log.error(UNKNOWN_HERE)
    state.told ||= position === null
  }
  return {
    isBehind: () => state.isBehind,
    start: () => {
      const timer = setInterval(() => {
        look().catch((error) => ctx.log.warn({ err: error }, 'the copy was not looked at'))
      }, LOOK_EVERY)
      return { stop: () => clearInterval(timer) }
    },
  }
}

const UNKNOWN_HERE =
  'the primary does not tell its position: put the address of this server into its TRUSTED_PROXIES'

function tellCurrency({ log }: AppContext, isBehind: boolean): void {
  if (isBehind)
    log.error(
      'the copy is not kept current: reads go to the primary until it is; look at Litestream',
    )
  else log.info('the copy is current again')
}

/** Null when the primary answers but does not trust this server, undefined when it does not answer. */
async function askPosition(primaryUrl: string): Promise<number | null | undefined> {
  const answer = await fetch(`${primaryUrl}/api/ping`, {
    headers: { [POSITION_WANTED]: 'now' },
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined)
  await answer?.body?.cancel()
  const position = answer?.headers.get(POSITION)
  return typeof position === 'string' ? Number(position) : position
}
