import type { Terminal } from './io'

/** Commands in printed advice that work on a data folder. */
const ADVISED =
  /\bmilepost (restore|upgrade|promote|doctor|backup verify|backup list|backup|serve|users \w+|sports \w+|db \w+|workouts [\w-]+|import [\w-]+)(?=[\s`.,:;)]|$)/g

/**
 * Returns a `Terminal` that adds the `--data-dir` and `ENV_FILE` of the running command to commands that printed messages
 * suggest. Without them the suggested command would work on another data folder.
 */
export function repeatOptions(args: readonly string[], io: Terminal): Terminal {
  const folder = dataDirIn(args)
  const prefix = io.env.ENV_FILE && !io.installation ? `ENV_FILE=${quote(io.env.ENV_FILE)} ` : ''
  const suffix = folder === undefined ? '' : ` --data-dir ${quote(folder)}`
  if (prefix === '' && suffix === '') return io
  const repeat = (line: string) => line.replace(ADVISED, `${prefix}$&${suffix}`)
  return { ...io, out: (line) => io.out(repeat(line)), err: (line) => io.err(repeat(line)) }
}

function dataDirIn(args: readonly string[]): string | undefined {
  const index = args.lastIndexOf('--data-dir')
  if (index >= 0) return args[index + 1]
  return args.findLast((one) => one.startsWith('--data-dir='))?.slice('--data-dir='.length)
}

/** Quotes a word for a POSIX shell if necessary. */
const quote = (word: string) =>
  /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
