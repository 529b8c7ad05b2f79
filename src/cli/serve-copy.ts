import { existsSync } from 'node:fs'
import type { Config } from '@/config/config'
import { createContext } from '@/create-context'
import { openFollowedCopy } from '@/db/followed-copy'
import { openMetrics } from '@/server/metrics'
import { openReader } from '@/server/reader'
import { startServer } from '@/server/server'
import { clearSocket } from '@/server/unix-socket'
import { VERSION } from '@/version'
import {
  adjustLogOnHangup,
  forgetStart,
  startHttpClient,
  stopInTime,
  stopSignal,
  tellSettings,
} from './serving'

/**
 * Serves from a copy of the database until SIGTERM or SIGINT, and sends what it cannot answer to the primary. It writes
 * nothing: no migrations, jobs, mails, files.
 *
 * @throws Error when there is no copy, or one that this release cannot read, or no key to check tokens with.
 */
export async function serveCopy(config: Config, reload: () => Config['log']): Promise<void> {
  const { primaryUrl, databaseFile, dataDir } = config
  if (primaryUrl === undefined) throw new Error('no primary')
  if (config.secretKey === undefined && !existsSync(`${dataDir}/secret.key`))
    throw new Error(
      'There is no key to check sessions with: set APP_SECRET_KEY to that of the primary, or copy its secret.key.',
    )
  const copy = openFollowedCopy(databaseFile)
  const open = createContext(config, { database: copy })
  const { ctx } = open
  tellSettings(ctx)
  adjustLogOnHangup(open, reload)
  const stopped = stopSignal()
  if (config.socket) await clearSocket(config.socket)
  const reader = openReader(ctx, { primaryUrl, faultOfCopy: copy.fault })
  const server = startServer(ctx, await openMetrics(ctx), reader)
  await startHttpClient(config, server.port)
  void forgetStart()
  const watch = reader.start()
  ctx.log.info({ version: VERSION.server, url: server.url, primary: primaryUrl }, 'reading')
  await stopped
  ctx.log.info('stopping')
  watch.stop()
  await stopInTime(
    ctx,
    server.stop().then(() => open.close()),
  )
}
