import type { Writable } from 'node:stream'

/** Where commands read from and write to; tests bring their own. */
export interface Io {
  out: (line: string) => void
  err: (line: string) => void
  /** Where bytes go that are no text. */
  binary: () => Writable
  env: Record<string, string | undefined>
  /** Asks a question that is answered with yes or no. */
  confirm: (question: string) => boolean
  /** Replaces the line that is being redrawn, null ends it; only on terminals. */
  status?: (line: string | null) => void
}

const CLEAR_LINE = '\r\u001b[K'

/** What a shell says of a program that wrote to a pipe nobody reads any more. */
const ENDED_BY_PIPE = 141

/** Who reads no further, as `head` does, wants to hear no more, not even of that. */
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
  ...(process.stderr.isTTY && {
    status: (line: string | null) =>
      void process.stderr.write(line === null ? '\n' : `${CLEAR_LINE}${line}`),
  }),
}
