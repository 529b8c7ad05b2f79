import type { Writable } from 'node:stream'
import type { Installation } from '@/lib/config/settings-file'
import type { Interruption } from '@/lib/process/interruption'
import type { Identity } from './service/identity'

/** Input and output of commands; tests pass their own. */
export interface Io {
  out: (line: string) => void
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
  /** Replaces the status line; null ends it. Undefined when stderr is not a terminal. */
  status?: (line: string | null) => void
}

const CLEAR_LINE = '\r\u001b[K'

/** The exit code that shells report for a process ended by SIGPIPE. */
const ENDED_BY_PIPE = 141

/** Exits without a message when the reader of standard output has closed the pipe, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(ENDED_BY_PIPE)
}

function writeLine(line: string): void {
  if (process.stdout.listenerCount('error', endWithReader) === 0)
    process.stdout.on('error', endWithReader)
  process.stdout.write(`${line}\n`)
}

export const terminal: Io = {
  out: writeLine,
  err: (line) => void process.stderr.write(`${line}\n`),
  binary: () => process.stdout,
  env: process.env,
  confirm: (question) => confirm(question),
  exit: (code) => process.exit(code),
  ...(process.stderr.isTTY && {
    status: (line: string | null) =>
      void process.stderr.write(line === null ? '\n' : `${CLEAR_LINE}${line}`),
  }),
}
