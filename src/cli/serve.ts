import type { Command } from 'commander'
import { type Config, reloadLogSettings } from '@/config/config'
import type { AppContext } from '@/context'
import { createContext, type OpenContext } from '@/create-context'
import { type MigrationStep, migrateToLatest } from '@/db/migrate'
import { startJobLoop } from '@/jobs/loop'
import { startSchedule } from '@/jobs/schedule'
import { openMetrics } from '@/server/metrics'
import { startServer } from '@/server/server'
import { clearSocket } from '@/server/unix-socket'
import { sweepOrphans } from '@/storage/orphans'
import { setupIsOpen, setupLink } from '@/use-cases/accounts/set-up'
import { VERSION } from '@/version'
import { askServer } from './ask-server'
import type { Io } from './io'
import { configOf, flagsOf, withDataDir } from './options'

export function addServe(program: Command, io: Io): void {
  withDataDir(program.command('serve'))
    .description('start the server')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on (default: 5000)')
    .option('--listen <socket>', 'unix:/path/of.sock instead of host and port')
    .option('--ui-url <url>', 'public address, used in links')
    .option('--base-path <path>', 'path below which everything is, like /milepost')
    .option('--api-dialect <name>', 'spec (default) or fittrackee')
    .option('--log-level <level>', 'trace, debug, info (default), warn, error')
    .option('--log-format <format>', 'text (default) or json')
    .option('--no-access-log', 'leave requests out of the log')
    .action((options) => serve(options, io))
}

/** Milliseconds that requests and work under way are given when the server is to stop. */
const LONGEST_STOP = 4000

/** Serves until SIGTERM or SIGINT; then requests under way are answered, if that does not take long. */
async function serve(options: Record<string, unknown>, io: Io): Promise<void> {
  const config = configOf(options, io)
  const open = createContext(config)
  const { ctx } = open
  const applied = await migrateToLatest(open.database, tellOfMigrations(ctx))
  if (applied.length > 0) ctx.log.info({ migrations: applied }, 'database migrated')
  for (const name of config.unknown) ctx.log.warn(`${name} is set but unknown: is it a slip?`)
  for (const name of config.ignored) ctx.log.info(`${name} is set but not needed here`)
  ctx.reserve.hold()
  const swept = sweep(ctx, ctx.clock.now())
  const stopped = stopSignal()
  adjustLogOnHangup(open, () => reloadLogSettings(flagsOf(options), io.env))
  if (config.socket) await clearSocket(config.socket)
  const server = startServer(ctx, await openMetrics(ctx))
  await startHttpClient(config, server.port)
  const jobs = startJobLoop(ctx)
  const schedule = startSchedule(open)
  await ctx.mail.resume()
  ctx.log.info({ version: VERSION.server, url: server.url }, 'listening')
  if (await setupIsOpen(ctx)) announceSetup(open, io)
  await stopped
  ctx.log.info('stopping')
  schedule.stop()
  const done = Promise.all([server.stop(), jobs.stop(), ctx.mail.stop(), swept])
  const inTime = await within(
    LONGEST_STOP,
    done.then(() => open.close()),
  )
  ctx.files.discardArrivals()
  if (inTime) return
  ctx.log.warn('stopped with work under way: it goes on at the next start')
  process.exit(0)
}

/**
 * Has Bun start the thread of its HTTP client, by a request to this server: were no descriptors left when it is needed,
 * it could not, and would end the process.
 */
async function startHttpClient(config: Config, port: number): Promise<void> {
  const answer = await askServer({ ...config, port }, '/api/ping').catch(() => undefined)
  await answer?.body?.cancel()
}

/** Tells the log what a start that takes longer is doing. */
function tellOfMigrations({ log }: AppContext): (step: MigrationStep) => void {
  let quarter = -1
  return (step) => {
    if (step.what === 'migration')
      return log.info({ number: step.number, of: step.of }, `migrating to ${step.name}`)
    if (Math.floor(step.percent / 25) === quarter) return
    quarter = Math.floor(step.percent / 25)
    log.info({ percent: step.percent, to: step.file }, 'copying the database first')
  }
}

/** Whether something is done before the time is over. */
const within = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
  Promise.race([work.then(() => true), Bun.sleep(milliseconds).then(() => false)])

/** Clears up after a stop without notice; what goes wrong there is no reason not to serve. */
async function sweep(ctx: AppContext, started: number): Promise<void> {
  try {
    const files = await sweepOrphans(ctx, started)
    if (files > 0) ctx.log.warn({ files }, 'files without a row were cleared up')
  } catch (error) {
    ctx.log.error({ err: error }, 'clearing up failed')
  }
}

function announceSetup({ ctx }: OpenContext, io: Io): void {
  io.out('')
  io.out('  Nobody runs this server yet. Create its owner here (the link works once):')
  io.out(`  ${setupLink(ctx)}`)
  io.out('')
}

/**
 * On SIGHUP, reads the settings of the log anew and opens its file anew. On a terminal it means that the terminal is
 * gone, and the server ends as anything else there does.
 */
function adjustLogOnHangup({ ctx, adjustLog }: OpenContext, reload: () => Config['log']): void {
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

const stopSignal = () =>
  new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
