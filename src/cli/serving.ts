import type { Config } from '@/config/config'
import type { AppContext } from '@/context'
import type { OpenContext } from '@/create-context'
import { isQuietNow } from '@/jobs/idle-work'
import { giveBackMemory } from '@/lib/memory'
import { askServer } from './ask-server'

/** Milliseconds that requests and work under way are given when the server is to stop. */
const LONGEST_STOP = 4000

/** Milliseconds after which a start is over. */
const SETTLED = 5000

/** Waits without keeping the process from ending. */
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref())

/** Gives back in a while, in a quiet moment, what only the start needed. */
export async function forgetStart(): Promise<void> {
  do await pause(SETTLED)
  while (!(await isQuietNow(pause)))
  await giveBackMemory()
}

/** Logs what is odd about the settings. */
export function tellSettings({ config, log }: AppContext): void {
  for (const name of config.unknown) log.warn(`${name} is set but unknown: is it a slip?`)
  for (const name of config.ignored) log.info(`${name} is set but not needed here`)
}

/**
 * Has Bun start the thread of its HTTP client, by a request to this server: were no descriptors left when it is needed,
 * it could not, and would end the process.
 */
export async function startHttpClient(config: Config, port: number): Promise<void> {
  const answer = await askServer({ ...config, port }, '/api/ping').catch(() => undefined)
  await answer?.body?.cancel()
}

/**
 * On SIGHUP, reads the settings of the log anew and opens its file anew. On a terminal it means that the terminal is
 * gone, and the server ends as anything else there does.
 */
export function adjustLogOnHangup(
  { ctx, adjustLog }: OpenContext,
  reload: () => Config['log'],
): void {
  if (process.stdin.isTTY) return
  process.on('SIGHUP', () => {
    try {
      const { level, requests } = reload()
      adjustLog({ ...ctx.config.log, level, requests })
      ctx.log.info({ level, requests }, 'the log was opened anew')
    } catch (error) {
      ctx.log.error({ err: error }, 'the settings of the log stay as they are')
    }
  })
}

/** Resolves when the process is told to stop. */
export const stopSignal = () =>
  new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })

/** Waits until everything has stopped; ends the process when that takes long. */
export async function stopInTime(ctx: AppContext, stopped: Promise<void>): Promise<void> {
  const inTime = await within(LONGEST_STOP, stopped)
  ctx.files.discardArrivals()
  if (inTime) return
  ctx.log.warn('stopped with work under way: it goes on at the next start')
  process.exit(0)
}

/** Whether something is done before the time is over; a process waits for timers that go on. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const { promise: isOver, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  return await Promise.race([work.then(() => true), isOver]).finally(() => clearTimeout(timer))
}
