import type { AppContext } from '@/context'
import { Signal } from '@/lib/signal'

/** Milliseconds in which next to nothing must have been done before there is time for it. */
const QUIET = 1000
/** Share of one core that is next to nothing. */
const IDLE_SHARE = 0.05
/** Milliseconds until the next look when there was nothing to do. */
const REST = 5000

/** Milliseconds of processor time that this process has used, all threads together. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Whether a while has passed in which nothing was done; `pause` waits for so many milliseconds. */
export type IsQuiet = (pause: (milliseconds: number) => Promise<void>) => Promise<boolean>

/** Whether this process does next to nothing for a while. */
export const isQuietNow: IsQuiet = async (pause) => {
  const before = processorTime()
  await pause(QUIET)
  return processorTime() - before < QUIET * IDLE_SHARE
}

/** Work that is done while nothing else is. */
export interface IdleWork {
  /** Does the next piece of it, and says whether there was one. */
  next: (isStopping: () => boolean) => Promise<boolean>
  /** Called when there is none any more. */
  finished?: () => void
  /** For the log, when it fails. */
  failure: string
}

/**
 * Does works piece by piece whenever the server has nothing else to do: each of them once there is nothing left of those
 * before it, so that none of them looks to another as if the server was busy.
 */
export function startIdleWork(
  { log }: Pick<AppContext, 'log'>,
  works: readonly IdleWork[],
  isQuiet: IsQuiet = isQuietNow,
): { stop: () => Promise<void> } {
  const stopping = new Signal()
  const isStopping = () => stopping.raised > 0
  const pause = (milliseconds: number) => stopping.wait(0, milliseconds)
  const begun = new Set<IdleWork>()
  const hasDone = async (work: IdleWork): Promise<boolean> => {
    try {
      if (await work.next(isStopping)) {
        begun.add(work)
        return true
      }
      if (begun.delete(work)) work.finished?.()
    } catch (err) {
      log.warn({ err }, work.failure)
    }
    return false
  }
  const doNext = async () => {
    for (const work of works) if (await hasDone(work)) return true
    return false
  }
  const run = async () => {
    while (!isStopping()) {
      const isTime = (await isQuiet(pause)) && !isStopping()
      if (!(isTime && (await doNext()))) await pause(REST)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.raise()
      await running
    },
  }
}
