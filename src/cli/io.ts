import { readSync } from 'node:fs'
import type { Writable } from 'node:stream'
import type { Installation } from '@/lib/config/settings-file'
import type { Interruption } from '@/lib/process/interruption'
import { EXIT_CODES } from './exit-codes'
import type { Identity } from './service/identity'

/** The streams and facts of the process that commands use; tests pass their own. */
export interface Terminal {
  /** Prints a line to standard output. */
  out: (line: string) => void
  /** Prints a line to standard error. */
  err: (line: string) => void
  /** The stream for binary output. */
  binary: () => Writable
  env: Record<string, string | undefined>
  /** Asks a yes-or-no question. */
  confirm: (question: string) => boolean
  /** The installation that the running executable belongs to; undefined when it is not installed. */
  installation?: Installation | undefined
  /** The user who runs the command; undefined in tests, which must not change their user. */
  identity?: Identity
  /** Signals Ctrl-C and SIGTERM to commands that shut down cleanly; set by `runCommand`. */
  interruption?: Interruption
  /** Exits after an interrupted command. Without it, unread output in a pipe would keep the process alive. */
  exit?: (code: number) => never
  /** Characters per line; undefined when stdout is not a terminal. */
  width?: number
  /** Replaces the status line; null ends it. Undefined when stderr is not a terminal. */
  status?: ((line: string | null) => void) | undefined
}

/** What the global options `--json`, `--quiet` and `--verbose` ask for. */
export interface OutputMode {
  json: boolean
  quiet: boolean
  verbose: boolean
}

/** Input and output of commands, as the global options ask for. */
export interface Io extends Terminal {
  mode: OutputMode
  /** Prints a line of the result to standard output, also with `--quiet` and `--json`. */
  print: (line: string) => void
  /** Prints a JSON document in one line. */
  printJson: (value: object, stream?: 'out' | 'err') => void
  /** Prints a message that is neither a result nor an error, such as progress, to standard error. */
  note: (line: string) => void
}

const CLEAR_LINE = '\r\u001b[K'

/** Exits without a message when the reader of standard output has closed the pipe, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(EXIT_CODES.outputClosed.code)
}

function writeLine(line: string): void {
  writeTo(process.stdout, line)
}

function writeError(line: string): void {
  writeTo(process.stderr, line)
}

function writeTo(stream: NodeJS.WriteStream, line: string): void {
  if (stream.listenerCount('error', endWithReader) === 0) stream.on('error', endWithReader)
  stream.write(`${line}\n`)
}

/** Asks on standard error, so that standard output contains only results. Without a terminal the answer is no. */
function askYesOrNo(question: string): boolean {
  if (!process.stdin.isTTY) return false
  process.stderr.write(`${question} [y/N] `)
  const answer = Buffer.alloc(64)
  const length = readSync(process.stdin.fd, answer)
  return /^y(es)?$/i.test(answer.toString('utf8', 0, length).trim())
}

/** Whether the status line can be redrawn: terminals that cannot (`TERM=dumb`) get lines, like logs. */
const canRedraw = process.stderr.isTTY && process.env.TERM !== 'dumb'

export const terminal: Terminal = {
  out: writeLine,
  err: writeError,
  binary: () => process.stdout,
  env: process.env,
  confirm: askYesOrNo,
  exit: (code) => process.exit(code),
  ...(process.stdout.isTTY && { width: process.stdout.columns }),
  ...(canRedraw && {
    status: (line: string | null) =>
      void process.stderr.write(line === null ? '\n' : `${CLEAR_LINE}${line}`),
  }),
}
