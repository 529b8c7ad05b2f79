import { existsSync } from 'node:fs'
import type { Config } from '@/lib/config/config'
import { VERSION } from '@/lib/version'
import { openMetrics } from '@/server/metrics'
import { openReader } from '@/server/replica/replica-server'
import { startServer } from '@/server/server'
import { clearSocket } from '@/server/unix-socket'
import { createContext } from '@/services/create-context'
import { openReplica } from '@/store/db/replica/replica-database'
import {
  adjustLogOnHangup,
  logSettings,
  releaseStartMemory,
  startHttpClient,
  stopInTime,
  stopSignal,
} from './serving'

/**
 * Serves reads from a replica database until SIGTERM or SIGINT, and forwards other requests to the primary. It never
 * writes: no migrations, jobs, emails or files.
 *
 * @throws Error when there is no replica, its schema is not supported, or the key for session tokens is missing.
 */
export async function serveCopy(config: Config, reload: () => Config['log']): Promise<void> {
  const { primaryUrl, databaseFile, dataDir } = config
  if (primaryUrl === undefined) throw new Error('no primary')
  if (config.secretKey === undefined && !existsSync(`${dataDir}/secret.key`))
    throw new Error(
      'There is no key to check sessions with: set APP_SECRET_KEY to that of the primary, or copy its secret.key.',
    )
  const copy = openReplica(databaseFile)
  const open = createContext(config, { database: copy })
  const { ctx } = open
  logSettings(ctx)
  adjustLogOnHangup(open, reload)
  const stopped = stopSignal()
  if (config.socket) await clearSocket(config.socket)
  const reader = openReader(ctx, { primaryUrl, describeReplicaProblem: copy.describeProblem })
  const server = startServer(ctx, await openMetrics(ctx), reader)
  await startHttpClient(config, server.port)
  void releaseStartMemory()
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
