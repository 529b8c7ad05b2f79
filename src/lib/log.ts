import pino from 'pino'
import { RecentProblems } from './recent-problems'

export type Log = pino.Logger

export interface LogOptions {
  level: string
  format: 'text' | 'json'
  /** File to append to; standard output when absent. */
  file?: string | undefined
  /** Whether to use standard error instead of standard output, where commands print their results. */
  toStandardError?: boolean
  /** Whether every request is logged. */
  requests: boolean
}

/**
 * Milliseconds for which lines are collected before they are written together. Warnings and errors are written
 * immediately.
 */
const FLUSH_INTERVAL = 100
/** Number of collected characters at which lines are written without further delay. */
const MAX_BUFFERED_CHARACTERS = 16_384

/** Maximum number of bytes buffered while the disk accepts none. */
const MAX_BUFFERED_BYTES = 1_000_000

/** A request that has been answered. */
export interface HandledRequest {
  /** Request id, only in JSON logs. Other log lines about the same request have it too. */
  request?: string
  method: string
  path: string
  status: number
  /** Milliseconds. */
  ms: number
  /** The client's address, if it is logged. */
  client: string | undefined
}

/** Separate loggers for events and for requests, because requests are numerous. */
export interface Logs {
  log: Log
  /** The latest warnings and errors. */
  problems: RecentProblems
  /** Undefined when the log level excludes requests. */
  logRequest: ((request: HandledRequest) => void) | undefined
  /** Changes the level and whether requests are logged, and reopens the file. Returns the new `logRequest`. */
  adjust: (options: Pick<LogOptions, 'level' | 'requests'>) => Logs['logRequest']
}

/** Opens the log. It has one line per event: JSON for machines, or `time level message key=value` for people. */
export function openLogs(options: LogOptions): Logs {
  const destination = pino.destination({
    ...{ dest: options.file ?? (options.toStandardError ? 2 : 1), sync: true, mkdir: true },
    maxLength: MAX_BUFFERED_BYTES,
  })
  destination.on('error', () => undefined)
  const write = collectLines(destination)
  const problems = new RecentProblems()
  const isJson = options.format === 'json'
  const log = pino(
    {
      ...{ level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      serializers: { err: describeError },
    },
    {
      write: (line: string) => {
        const canWait = BELOW_WARNING.test(line)
        if (!canWait) problems.add(line)
        write(isJson ? line : formatTextLine(line), canWait)
      },
    },
  )
  const requestLine = isJson ? jsonRequestLine : textRequestLine
  const logRequest = (request: HandledRequest) => write(requestLine(request), true)
  const adjust: Logs['adjust'] = ({ level, requests }) => {
    log.level = level
    return requests && log.isLevelEnabled('info') ? logRequest : undefined
  }
  return {
    log,
    problems,
    logRequest: adjust(options),
    adjust: (changed) => {
      if (options.file !== undefined) destination.reopen()
      return adjust(changed)
    },
  }
}

/** Uses `error.name` as the type. Pino uses the name of the class, which minification shortens (`iu`). */
const describeError = (error: unknown): unknown =>
  error instanceof Error ? { ...pino.stdSerializers.err(error), type: error.name } : error

// These functions format request lines as pino would, in a tenth of the time.

const textRequestLine = ({ method, path, status, ms, client }: HandledRequest) =>
  `${new Date().toISOString()} info ${method} ${path} status=${status} ms=${ms}${client === undefined ? '' : ` client=${client}`}\n`

function jsonRequestLine(request: HandledRequest): string {
  const msg = `${request.method} ${request.path}`
  const line = { level: 30, time: new Date().toISOString(), ...request, msg }
  return `${JSON.stringify(line)}\n`
}

/** Matches lines below the level of a warning. */
const BELOW_WARNING = /^\{"level":[123]0,/

/**
 * Collects lines and writes them together, because each write is a system call and a busy server would spend more time
 * on logging than on responding. A process that is killed loses the lines of the last moment, but no warning and no
 * line before a warning.
 */
function collectLines(destination: { write: (text: string) => unknown }) {
  const waiting: { text: string; timer?: Timer } = { text: '' }
  const flush = () => {
    clearTimeout(waiting.timer)
    delete waiting.timer
    const { text } = waiting
    waiting.text = ''
    if (text === '') return
    try {
      destination.write(text)
    } catch {
      // Lines are lost while the disk is full: logging must not stop the server.
    }
  }
  return (line: string, canWait: boolean) => {
    waiting.text += line
    if (!canWait || waiting.text.length >= MAX_BUFFERED_CHARACTERS) return flush()
    waiting.timer ??= setTimeout(flush, FLUSH_INTERVAL)
  }
}

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

function formatTextLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line)
  const details = Object.entries(rest).map(([key, value]) => `${key}=${formatValue(value)}`)
  const cause = err ? [`\n${err.stack ?? err.message}`] : []
  return `${[time, LEVELS[level] ?? level, msg, ...details, ...cause].join(' ')}\n`
}

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
