import pino from 'pino'

export type Log = pino.Logger

export interface LogOptions {
  level: string
  format: 'text' | 'json'
  /** File to append to; standard output when absent. */
  file?: string | undefined
}

/** One line per event. JSON for machines, `time level message key=value` for people. */
export function createLog(options: LogOptions): Log {
  const destination = pino.destination({ dest: options.file ?? 1, sync: true, mkdir: true })
  const target = options.format === 'json' ? destination : { write: writeText(destination) }
  return pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    target,
  )
}

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

const writeText = (destination: { write: (line: string) => unknown }) => (line: string) => {
  const { level, time, msg, err, ...rest } = JSON.parse(line)
  const details = Object.entries(rest).map(([key, value]) => `${key}=${asText(value)}`)
  const cause = err ? [`\n${err.stack ?? err.message}`] : []
  destination.write(`${[time, LEVELS[level] ?? level, msg, ...details, ...cause].join(' ')}\n`)
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
