import type { Command } from 'commander'
import type { Config } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { requestServer, serverAddress } from './ask-server'
import type { Io } from './io'
import { loadCommandConfig, withDataDir } from './options'
import { printResult } from './output'

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
      const problem = await findProblem(config)
      const server = placeOf(config)
      if (problem !== undefined)
        throw new Failure('failed', `no healthy server at ${server}: ${problem}`)
      printResult(io, { healthy: true, server }, ['healthy'])
    })
}

/** Asks the server. Returns why it is not healthy and what to do about it; undefined if it is. */
async function findProblem(config: Config): Promise<string | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const response = await requestServer(config, PATH, { signal, redirect: 'manual' })
    const text = await response.text()
    return isOurs(text) ? problemOf(response, text) : problemOfOther(response, config)
  } catch (error) {
    return problemOfConnection(error, config)
  }
}

interface CheckResult {
  status: string
  message?: string
}

function parseResult(text: string): CheckResult | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('status' in parsed)) return undefined
    return parsed as CheckResult
  } catch {
    return undefined
  }
}

/** Whether a body is that of a Milepost server: an object with a status. */
const isOurs = (text: string) => parseResult(text) !== undefined

function problemOf({ ok, status }: Response, text: string): string | undefined {
  if (ok) return undefined
  const { message = '' } = parseResult(text) ?? {}
  if (status === 404)
    return 'the response is 404 Not Found. The server has another base path: set BASE_PATH or UI_URL as for the server.'
  return `the response is ${status} (${message}). The log of the server says why; milepost doctor looks at its data.`
}

const problemOfOther = ({ status }: Response, { basePath }: Config) =>
  `the response is ${status}, but not from Milepost. Another program listens there, or the base path ${basePath || '/'} is not that of the server: name its --port, and set BASE_PATH or UI_URL as for the server.`

function problemOfConnection(error: unknown, { socket }: Config): string {
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError')
    return `no response within ${TIMEOUT / 1000} seconds. The log of the server says what it is doing.`
  if (socket)
    return 'no server listens on this socket, or this user may not connect to it. Start the server (milepost serve), or name its --listen.'
  if (/ConnectionRefused|ECONNREFUSED/.test(String(code)))
    return 'connection refused. Start the server (milepost serve), or name the --host and --port that it listens on.'
  return `${error instanceof Error ? error.message : error} (${code}). Name the --host and --port that the server listens on.`
}
