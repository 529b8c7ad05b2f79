import { type Command, Option } from 'commander'
import type { OutputMode } from './io'

/** The heading of these options in the help. */
export const GLOBAL_OPTIONS = 'Global options:'

const JSON_OUTPUT = ['--json', 'print the result as JSON'] as const
const QUIET = ['-q, --quiet', 'print only results and errors'] as const
const VERBOSE = ['-v, --verbose', 'also print details, such as causes of errors'] as const

/** Commands whose output is a script or a page, or which print logs in a format that a setting chooses. */
const WITHOUT_JSON = ['serve', 'completion', 'man', 'help']

/** Options that may also be given before the command, each with whether it takes a value. */
const MOVABLE: ReadonlyMap<string, boolean> = new Map([
  ...[JSON_OUTPUT, QUIET, VERBOSE].flatMap(([flags]) =>
    flags.split(', ').map((flag) => [flag, false] as const),
  ),
  ['--data-dir', true],
])

/** The end of the help of the program. */
export const GLOBAL_HELP = `
Commands accept, also before their name: --data-dir <folder>, --json, -q, --quiet, -v, --verbose
Exit codes: milepost man`

/** Whether a word is a global option, such as `--quiet` or `--data-dir=x`. */
export const isGlobalOption = (word: string): boolean => MOVABLE.has(word.split('=')[0] ?? '')

/** Commands consist of up to this number of words, such as `users create`. */
const MAX_WORDS = 2

/** Moves global options that precede the command, or its subcommand, to the end of the arguments. */
export function moveGlobalOptions(args: readonly string[]): string[] {
  const words: string[] = []
  const moved: string[] = []
  let at = 0
  for (; at < args.length && words.length < MAX_WORDS; at++) {
    const word = args[at] ?? ''
    const [name = ''] = word.split('=')
    const takesValue = MOVABLE.get(name)
    if (takesValue === undefined && word.startsWith('-')) break
    if (takesValue === undefined) words.push(word)
    else if (takesValue && !word.includes('=')) moved.push(word, ...args.slice(++at, at + 1))
    else moved.push(word)
  }
  const rest = args.slice(at)
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  return [...words, ...rest.slice(0, end), ...moved, ...rest.slice(end)]
}

/** Whether a command does something itself, rather than only having subcommands. */
const isRunnable = ({ commands, options }: Command) => commands.length === 0 || options.length > 0

/** Returns the name of a command with those of its parents, for example `milepost db check`. */
export function fullName(command: Command): string {
  const names = [command.name()]
  for (let { parent } = command; parent !== null; { parent } = parent) names.unshift(parent.name())
  return names.join(' ')
}

/** Adds the global options to a command and all its subcommands. */
export function addGlobalOptions(command: Command): void {
  for (const child of command.commands) addGlobalOptions(child)
  command.showHelpAfterError(`All options: ${fullName(command)} --help`)
  if (command.parent === null || !isRunnable(command)) return
  const has = (flag: string) => command.options.some(({ long }) => long === flag)
  const add = ([flags, meaning]: readonly [string, string]) =>
    command.addOption(new Option(flags, meaning).helpGroup(GLOBAL_OPTIONS))
  if (!has('--json') && !WITHOUT_JSON.includes(command.name())) add(JSON_OUTPUT)
  add(QUIET)
  if (!has('--verbose')) add(VERBOSE)
  // Accepted without an effect, so that an alias `milepost --data-dir …` works with every command.
  if (!has('--data-dir')) command.addOption(new Option('--data-dir <folder>').hideHelp())
}

/** Sets the mode from the options of the command that runs. */
export function setMode(mode: OutputMode, command: Command): void {
  const { json, quiet, verbose } = command.optsWithGlobals()
  Object.assign(mode, { json: json === true, quiet: quiet === true, verbose: verbose === true })
}
