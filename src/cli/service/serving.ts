import { requestServer } from '@/cli/ask-server'
import { isQuietNow } from '@/jobs/idle-work'
import { releaseOwnLeases } from '@/jobs/leases'
import type { Config } from '@/lib/config/config'
import { releaseMemory } from '@/lib/process/memory'
import type { AppContext } from '@/services/context'
import type { OpenContext } from '@/services/create-context'

/** Milliseconds that requests and jobs in progress get to finish when the server stops. */
const MAX_STOP_TIME = 4000

/** Milliseconds after which the start is considered complete. */
const SETTLED = 5000

/** Waits without keeping the process alive. */
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref())

/** Releases memory that only the start needed, once the start is complete and the server is idle. */
export async function releaseStartMemory(): Promise<void> {
  do await pause(SETTLED)
  while (!(await isQuietNow(pause)))
  releaseMemory()
}

/** Logs settings that are unknown or have no effect. */
export function logSettings({ config, log }: AppContext): void {
  for (const name of config.unknown) log.warn(`${name} is not a known setting: check its spelling`)
  for (const name of config.ignored) log.info(`${name} is set but has no effect here: remove it`)
}

/**
 * Makes Bun start the thread of its HTTP client early, by a request to this server. If Bun starts the thread when no file
 * descriptors are left, the process crashes.
 */
export async function startHttpClient(config: Config, port: number): Promise<void> {
  const response = await requestServer({ ...config, port }, '/api/ping').catch(() => undefined)
  await response?.body?.cancel()
}

/**
 * On SIGHUP, reloads the log settings and reopens the log file. On a terminal, SIGHUP means that the terminal was closed,
 * so the default action (exit) stays.
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
      ctx.log.info({ log_level: level, requests }, 'log file reopened')
    } catch (error) {
      ctx.log.error(
        { err: error },
        'could not reload the log settings: the previous ones still apply',
      )
    }
  })
}

/** Resolves on SIGTERM or SIGINT. */
export const stopSignal = () =>
  new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })

/** Waits until everything has stopped. Exits the process if that takes longer than MAX_STOP_TIME. */
export async function stopInTime(ctx: AppContext, stopped: Promise<void>): Promise<void> {
  const inTime = await within(MAX_STOP_TIME, stopped)
  ctx.files.discardUploads()
  if (inTime) return
  await releaseOwnLeases(ctx).catch((error) =>
    ctx.log.debug({ err: error }, 'could not release leases'),
  )
  ctx.log.warn('stopped with unfinished tasks: they continue at the next start')
  process.exit(0)
}

/** Whether work finishes within a time. Clears the timer, which would keep the process alive. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const { promise: isOver, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  return await Promise.race([work.then(() => true), isOver]).finally(() => clearTimeout(timer))
}
