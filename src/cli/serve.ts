import type { Command } from 'commander'
import { type Config, reloadLogSettings } from '@/config/config'
import type { AppContext } from '@/context'
import { createContext, type OpenContext } from '@/create-context'
import { type MigrationStep, migrateToLatest } from '@/db/migrate'
import { analysingBehind } from '@/jobs/analyse-behind'
import { givingBackMemory } from '@/jobs/give-back'
import { startIdleWork } from '@/jobs/idle-work'
import { startInbox } from '@/jobs/inbox'
import { startJobLoop } from '@/jobs/loop'
import { drawingAhead } from '@/jobs/maps-ahead'
import { startSchedule } from '@/jobs/schedule'
import { startUpdatingLoads } from '@/jobs/update-loads'
import { openMetrics } from '@/server/metrics'
import { startServer } from '@/server/server'
import { clearSocket } from '@/server/unix-socket'
import { closeToOthers } from '@/storage/close-to-others'
import { startOf, sweepOrphans } from '@/storage/orphans'
import { setupIsOpen, setupLink } from '@/use-cases/accounts/set-up'
import { VERSION } from '@/version'
import { aloneIn } from './data-folder'
import type { Io } from './io'
import { configOf, flagsOf, withDataDir } from './options'
import { serveCopy } from './serve-copy'
import {
  adjustLogOnHangup,
  forgetStart,
  startHttpClient,
  stopInTime,
  stopSignal,
  tellSettings,
} from './serving'

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
    .option('--read-only', 'answer from a copy of the database, and send the rest to the primary')
    .option('--primary <url>', 'address of the server that writes')
    .action((options) => {
      const config = configOf(options, io)
      const reload = () => reloadLogSettings(flagsOf(options), io.env)
      if (config.primaryUrl !== undefined) return serveCopy(config, reload)
      return aloneIn(config, () => serve(config, reload, io))
    })
}

/** Names of the machine for itself. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Serves until SIGTERM or SIGINT; then requests under way are answered, if that does not take long. */
async function serve(config: Config, reload: () => Config['log'], io: Io): Promise<void> {
  const open = createContext(config)
  closeToOthers(config)
  const { ctx } = open
  const applied = await migrateToLatest(open.database, { tell: tellOfMigrations(ctx) })
  if (applied.length > 0) ctx.log.info({ migrations: applied.length }, 'database migrated')
  tellSettings(ctx)
  ctx.reserve.hold()
  const started = startOf(config, ctx.clock.now())
  const stopped = stopSignal()
  adjustLogOnHangup(open, reload)
  if (config.socket) await clearSocket(config.socket)
  const server = startServer(ctx, await openMetrics(ctx))
  // Not before it is clear that no other server works on these files.
  const swept = sweep(ctx, started)
  await startHttpClient(config, server.port)
  const jobs = startJobLoop(ctx)
  const inbox = startInbox(ctx)
  const schedule = startSchedule(open)
  const works = [givingBackMemory(ctx), analysingBehind(ctx), ...drawingAhead(ctx)]
  const idle = [startIdleWork(ctx, works), startUpdatingLoads(ctx)]
  await ctx.mail.resume()
  ctx.log.info({ version: VERSION.server, url: server.url }, 'listening')
  void forgetStart()
  if (await setupIsOpen(ctx)) announceSetup(open, io)
  await stopped
  ctx.log.info('stopping')
  schedule.stop()
  const working = [jobs, inbox, ...idle, ctx.mail].map((each) => each.stop())
  const done = Promise.all([server.stop(), ...working, swept])
  await stopInTime(
    ctx,
    done.then(() => open.close()),
  )
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
  const hint = hintForOthers(ctx.config)
  if (hint) io.out(`  ${hint}`)
  io.out('')
}

/** How somebody at another machine gets there, who cannot follow a link to this one. */
function hintForOthers({ uiUrl, host, socket }: Config): string | undefined {
  if (socket || !THIS_MACHINE.has(new URL(uiUrl).hostname)) return undefined
  return THIS_MACHINE.has(host)
    ? 'Only this machine can open it; start with --host 0.0.0.0 to let others in.'
    : 'On another machine, put the name or address of this one in place of localhost.'
}
