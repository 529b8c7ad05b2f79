import type { Io, OutputMode, Terminal } from './io'
import { repeatOptions } from './repeat-options'

/**
 * Returns the input and output of a command. The mode is set when the command line has been parsed. With `--json`,
 * standard output contains nothing but the result, so that messages go to standard error. With `--quiet`, messages and
 * progress are omitted.
 */
export function openIo(terminal: Terminal, args: readonly string[] = []): Io {
  const mode: OutputMode = {
    // Errors in the arguments occur before they are parsed.
    ...{ json: args.includes('--json'), quiet: false, verbose: false },
  }
  const { out, err, ...rest } = repeatOptions(args, terminal)
  // JSON must not be changed as the text of messages is.
  const raw = { out: terminal.out, err: terminal.err }
  return {
    ...rest,
    mode,
    print: out,
    printJson: (value, stream = 'out') => raw[stream](JSON.stringify(value)),
    err,
    out: (line) => {
      if (mode.quiet) return
      if (mode.json) err(line)
      else out(line)
    },
    note: (line) => {
      if (!mode.quiet) err(line)
    },
    get status() {
      return mode.quiet ? undefined : terminal.status
    },
  }
}

/** A result as JSON: an object, never a bare list, so that keys can be added later. */
export type JsonResult = Readonly<Record<string, unknown>>

/** Prints what a command was asked for, as lines or as one JSON document. `--quiet` does not omit it. */
export function printResult(io: Io, value: JsonResult, lines: readonly string[]): void {
  if (io.mode.json) io.printJson(value)
  else for (const line of lines) io.print(line)
}

/** Confirms what a command has done, as lines that `--quiet` omits, or as one JSON document. */
export function printDone(io: Io, value: JsonResult, lines: readonly string[]): void {
  if (io.mode.json) io.printJson(value)
  else for (const line of lines) io.out(line)
}

/** Formats an instant (milliseconds since the Unix epoch) for JSON: ISO 8601 in UTC, or null. */
export const isoTime = (instant: number | null | undefined): string | null =>
  instant === null || instant === undefined ? null : new Date(instant).toISOString()
