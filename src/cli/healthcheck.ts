import type { Command } from 'commander'
import type { Io } from './io'
import { configOf, withDataDir } from './options'

const TIMEOUT = 5000

export function addHealthcheck(program: Command, io: Io): void {
  withDataDir(program.command('healthcheck'))
    .description('ask the running server whether it and its database work')
    .option('--host <address>', 'address the server listens on')
    .option('--port <number>', 'port the server listens on')
    .action(async (options) => {
      const { host, port } = configOf(options, io)
      const target = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
      const url = `http://${target.includes(':') ? `[${target}]` : target}:${port}/api/check-db`
      const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).catch(
        () => undefined,
      )
      if (!answer?.ok) throw new Error(`no healthy server at ${url}`)
      io.out('healthy')
    })
}
