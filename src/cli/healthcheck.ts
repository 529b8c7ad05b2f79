import type { Command } from 'commander'
import type { Config } from '@/lib/config/config'
import { requestServer, serverAddress } from './ask-server'
import type { Io } from './io'
import { loadCommandConfig, withDataDir } from './options'

const TIMEOUT = 5000
const PATH = '/api/check-db'

const placeOf = (config: Config) =>
  config.socket?.path ?? `${serverAddress(config)}${config.basePath}${PATH}`

export function addHealthcheck(program: Command, io: Io): void {
  withDataDir(program.command('healthcheck'))
    .description('ask the running server whether it and its database work')
    .option('--host <address>', 'address the server listens on')
    .option('--listen <socket>', 'socket the server listens on, unix:/path/of.sock')
    .option('--port <number>', 'port the server listens on')
    .action(async (options) => {
      const config = loadCommandConfig(options, io)
      const signal = AbortSignal.timeout(TIMEOUT)
      const response = await requestServer(config, PATH, { signal }).catch(() => undefined)
      if (!response?.ok) throw new Error(`no healthy server at ${placeOf(config)}`)
      io.out('healthy')
    })
}
