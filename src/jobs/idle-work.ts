import { Signal } from '@/lib/concurrency/signal'
import { isDiskFailed } from '@/lib/system-errors'
import type { AppContext } from '@/services/context'

/** Milliseconds during which the process must be almost idle before idle work starts. */
const QUIET = 1000
/** Share of one core below which the process counts as almost idle. */
const IDLE_SHARE = 0.05
/** Milliseconds until the next check when there was nothing to do. */
const REST = 5000

/** Milliseconds of processor time that all threads of this process have used. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns whether the process was idle during a pause. `pause` waits for the given number of milliseconds. */
export type IsQuiet = (pause: (milliseconds: number) => Promise<void>) => Promise<boolean>

/** Returns whether this process is almost idle for a second. */
export const isQuietNow: IsQuiet = async (pause) => {
  const before = processorTime()
  await pause(QUIET)
  return processorTime() - before < QUIET * IDLE_SHARE
}

/**
 * Like `isQuietNow`, but false while a recording is being read: a separate process reads large recordings, and its
 * memory would add to that of the idle work.
 */
export const isQuietWithout =
  (recordings: Pick<AppContext['recordings'], 'isReading'>): IsQuiet =>
  async (pause) =>
    !recordings.isReading && (await isQuietNow(pause)) && !recordings.isReading

/** Work that runs while the server is idle. */
export interface IdleWork {
  /** Does the next part of the work. Returns false when there was nothing to do. */
  next: (isStopping: () => boolean) => Promise<boolean>
  /** Called when all of the work is done. */
  finished?: () => void
  /** The log message when the work fails. */
  failure: string
}

/**
 * Runs idle work, one part at a time, whenever the server has nothing else to do. Each item starts only when those
 * before it have nothing left to do; otherwise they would mistake each other for a busy server.
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
      // A failed disk was logged when it failed.
      if (!isDiskFailed(err)) log.warn({ err }, work.failure)
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
