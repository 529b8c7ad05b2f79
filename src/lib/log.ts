import pino from 'pino'

export type Log = pino.Logger

export interface LogOptions {
  level: string
  format: 'text' | 'json'
  /** File to append to; standard output when absent. */
  file?: string | undefined
  /** Whether there is a line for every request. */
  requests: boolean
}

/** Milliseconds that lines wait to be written together; what is worse than information is written at once. */
const PATIENCE = 100
/** Characters that are written without waiting any longer. */
const ENOUGH = 16_384

/** Bytes that are kept for a disk that takes none at the moment. */
const MOST_KEPT = 1_000_000

/** A request that was answered. */
export interface AnsweredRequest {
  /** Only for machines: what else is told of this request has it too. */
  request?: string
  method: string
  path: string
  status: number
  /** Milliseconds. */
  ms: number
  /** Address, where it was asked for. */
  client: string | undefined
}

/** Where events are told, and where requests are: they are many. */
export interface Logs {
  log: Log
  /** Undefined when the level leaves requests out. */
  logRequest: ((request: AnsweredRequest) => void) | undefined
  /** Changes level and requests, and opens the file anew; gives the `logRequest` that holds from now on. */
  adjust: (options: Pick<LogOptions, 'level' | 'requests'>) => Logs['logRequest']
}

/** One line per event. JSON for machines, `time level message key=value` for people. */
export function openLogs(options: LogOptions): Logs {
  const destination = pino.destination({
    ...{ dest: options.file ?? 1, sync: true, mkdir: true },
    maxLength: MOST_KEPT,
  })
  destination.on('error', () => undefined)
  const write = collectLines(destination)
  const isJson = options.format === 'json'
  const log = pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => write(isJson ? line : textLine(line), MILD.test(line)) },
  )
  const requestLine = isJson ? jsonRequestLine : textRequestLine
  const logRequest = (request: AnsweredRequest) => write(requestLine(request), true)
  const adjust: Logs['adjust'] = ({ level, requests }) => {
    log.level = level
    return requests && log.isLevelEnabled('info') ? logRequest : undefined
  }
  return {
    log,
    logRequest: adjust(options),
    adjust: (changed) => {
      if (options.file !== undefined) destination.reopen()
      return adjust(changed)
    },
  }
}

// What pino would make of a request, in a tenth of the time.

const textRequestLine = ({ method, path, status, ms, client }: AnsweredRequest) =>
  `${new Date().toISOString()} info ${method} ${path} status=${status} ms=${ms}${client === undefined ? '' : ` client=${client}`}\n`

function jsonRequestLine({ method, path, ...facts }: AnsweredRequest): string {
  const line = { level: 30, time: new Date().toISOString(), ...facts, msg: `${method} ${path}` }
  return `${JSON.stringify(line)}\n`
}

/** Lines below the level of a warning. */
const MILD = /^\{"level":[123]0,/

/**
 * Writes lines together, since each write is a call of the system: a busy server would spend more time on its log than
 * on its answers. A process that is killed loses the lines of the last moment, but no warning before them.
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
      // On a full disk lines are lost: who logs has more important things to do.
    }
  }
  return (line: string, canWait: boolean) => {
    waiting.text += line
    if (!canWait || waiting.text.length >= ENOUGH) return flush()
    waiting.timer ??= setTimeout(flush, PATIENCE)
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

function textLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line)
  const details = Object.entries(rest).map(([key, value]) => `${key}=${asText(value)}`)
  const cause = err ? [`\n${err.stack ?? err.message}`] : []
  return `${[time, LEVELS[level] ?? level, msg, ...details, ...cause].join(' ')}\n`
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
