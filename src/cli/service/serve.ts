import type { Command } from 'commander'
import { aloneIn } from '@/cli/database/lock-data-folder'
import { withThrowAwayDemo } from '@/cli/demo/throw-away'
import type { Io } from '@/cli/io'
import { flagsOf, loadCommandConfig, logLevelOf, withDataDir } from '@/cli/options'
import { analysingBehind } from '@/jobs/background-analysis'
import { startAlerts } from '@/jobs/deliver-alerts'
import { isQuietWithout, startIdleWork } from '@/jobs/idle-work'
import { startInbox } from '@/jobs/inbox'
import { startJobLoop } from '@/jobs/loop'
import { drawingAhead } from '@/jobs/pre-render-maps'
import { givingBackMemory } from '@/jobs/release-memory'
import { startRemeasuring } from '@/jobs/remeasure-accounts'
import { startSchedule } from '@/jobs/schedule'
import { startUpdatingLoads } from '@/jobs/update-loads'
import { vacuumingAfterDeletions } from '@/jobs/vacuum-after-deletions'
import { watchFolders } from '@/jobs/watch-folders'
import { type Config, reloadLogSettings } from '@/lib/config/config'
import { InterruptedError } from '@/lib/process/interruption'
import { VERSION } from '@/lib/version'
import { openMetrics } from '@/server/metrics'
import { startServer } from '@/server/server'
import { clearSocket } from '@/server/unix-socket'
import type { AppContext } from '@/services/context'
import { createContext, type OpenContext } from '@/services/create-context'
import { type MigrationStep, migrateToLatest } from '@/store/db/schema/migrate'
import { leftoversBefore, sweepOrphans } from '@/store/files/orphans'
import { closeToOthers } from '@/store/files/restrict-access'
import { setupIsOpen, setupLink } from '@/use-cases/accounts/create-owner'
import { serveCopy } from './serve-replica'
import {
  adjustLogOnHangup,
  logSettings,
  releaseStartMemory,
  startHttpClient,
  stopInTime,
  stopSignal,
} from './serving'

export function addServe(program: Command, io: Io): void {
  withDataDir(program.command('serve'))
    .description('start the server')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on (default: 5000)')
    .option('--listen <socket>', 'unix:/path/of.sock instead of host and port')
    .option('--ui-url <url>', 'public address, used in links')
    .option('--base-path <path>', 'path prefix of all URLs, such as /milepost')
    .option('--api-dialect <dialect>', 'spec (default) or fittrackee')
    .option('--log-level <level>', 'trace, debug, info (default), warn, error')
    .option('--log-format <format>', 'text (default) or json')
    .option('--no-access-log', 'do not log requests')
    .option('--read-only', 'serve reads from a replica, and forward everything else to the primary')
    .option('--primary <url>', 'URL of the primary')
    .option('--demo', 'serve made-up data from a temporary folder, which is deleted at the end')
    .option(
      '--demo-password <password>',
      'password of its accounts (default: a random one, printed)',
    )
    .action((options) => {
      if (options.demo)
        return withThrowAwayDemo(options, io, (config) =>
          aloneIn(config, () => serve(config, () => config.log, io)),
        )
      const config = loadCommandConfig(options, io)
      const reload = () => {
        const flags = { ...logLevelOf(io.mode), ...flagsOf(options) }
        return reloadLogSettings(flags, io.env, io.installation)
      }
      if (config.primaryUrl !== undefined) return serveCopy(config, reload)
      return aloneIn(config, () => serve(config, reload, io))
    })
}

/** Host names that only work on this machine. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** Serves until SIGTERM or SIGINT. Then finishes requests in progress, within a few seconds. */
async function serve(config: Config, reload: () => Config['log'], io: Io): Promise<void> {
  const open = createContext(config)
  closeToOthers(config)
  const { ctx } = open
  // Before the upgrade, so that no signal between its end and the start of the server goes unnoticed.
  const stopped = stopSignal()
  await migrate(open, io)
  logSettings(ctx)
  ctx.reserve.hold()
  const started = leftoversBefore(config, ctx.clock.now())
  adjustLogOnHangup(open, reload)
  if (config.socket) await clearSocket(config.socket)
  const server = startServer(ctx, await openMetrics(ctx))
  // Only now is it certain that no other server uses these files.
  const swept = sweep(ctx, started)
  await startHttpClient(config, server.port)
  const jobs = startJobLoop(ctx)
  const inbox = startInbox(ctx)
  const schedule = startSchedule(open)
  const alerts = startAlerts(ctx)
  const watched = watchFolders(ctx, 0)
  const works = [
    givingBackMemory(ctx),
    vacuumingAfterDeletions(ctx),
    analysingBehind(ctx),
    ...drawingAhead(ctx),
  ]
  const idle = [
    startIdleWork(ctx, works, isQuietWithout(ctx.recordings)),
    startUpdatingLoads(ctx),
    startRemeasuring(ctx),
  ]
  await ctx.mail.resume()
  ctx.webhooks.start()
  ctx.log.info({ version: VERSION.server, url: server.url }, 'listening')
  void releaseStartMemory()
  if (await setupIsOpen(ctx)) announceSetup(open, io)
  await stopped
  ctx.log.info('stopping')
  schedule.stop()
  const working = [jobs, inbox, alerts, ...idle, ctx.mail, ctx.webhooks].map((each) => each.stop())
  const done = Promise.all([server.stop(), ...working, swept, watched])
  await stopInTime(
    ctx,
    done.then(() => open.close()),
  )
}

/**
 * Migrates the database to the newest schema. On SIGTERM or SIGINT it deletes its partial copy of the database and exits
 * with 0, like a running server that is stopped; the next start continues the upgrade.
 */
async function migrate({ ctx, database, close }: OpenContext, io: Io): Promise<void> {
  const log = migrationLogger(ctx)
  const logStep = (step: MigrationStep) => {
    io.interruption?.check()
    log(step)
  }
  io.interruption?.listen()
  try {
    const applied = await migrateToLatest(database, { onStep: logStep })
    if (applied.length > 0) ctx.log.info({ migrations: applied.length }, 'database migrated')
    io.interruption?.check()
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error
    ctx.log.info('stopped during a database upgrade: the next start continues it')
    await close()
    process.exit(0)
  } finally {
    io.interruption?.end()
  }
}

/** Creates a callback that logs the progress of migrations, which can delay the start. */
function migrationLogger({ log }: AppContext): (step: MigrationStep) => void {
  let quarter = -1
  return (step) => {
    if (step.what === 'migration')
      return log.info({ number: step.number, of: step.of }, `migrating to ${step.name}`)
    if (Math.floor(step.percent / 25) === quarter) return
    quarter = Math.floor(step.percent / 25)
    log.info({ percent: step.percent, to: step.file }, 'copying the database before migrating')
  }
}

/** Deletes files without a row, which a crash may have left. Errors are logged and do not prevent the start. */
async function sweep(ctx: AppContext, started: number): Promise<void> {
  try {
    const files = await sweepOrphans(ctx, started)
    if (files > 0) ctx.log.warn({ files }, 'deleted unused files')
  } catch (error) {
    ctx.log.error({ err: error }, 'could not delete unused files')
  }
}

function announceSetup({ ctx }: OpenContext, io: Io): void {
  io.out('')
  io.out('  This server has no owner yet. Create one here (the link works once):')
  io.out(`  ${setupLink(ctx)}`)
  const hint = hintForOthers(ctx.config)
  if (hint) io.out(`  ${hint}`)
  io.out('')
}

/** Explains how to open the setup link from another machine; undefined if the link already works there. */
function hintForOthers({ uiUrl, host, socket }: Config): string | undefined {
  if (socket || !THIS_MACHINE.has(new URL(uiUrl).hostname)) return undefined
  return THIS_MACHINE.has(host)
    ? 'Only this machine can open it; start with --host 0.0.0.0 to let others in.'
    : 'On another machine, put the name or address of this one in place of localhost.'
}
