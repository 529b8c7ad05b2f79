import { Command, CommanderError, Help, type Option } from 'commander'
import { Interruption } from '@/lib/process/interruption'
import { VERSION } from '@/lib/version'
import { detailsOf, inWords } from './describe-error'
import { codeOf, EXIT_CODES, kindOf } from './exit-codes'
import {
  addGlobalOptions,
  GLOBAL_HELP,
  isGlobalOption,
  moveGlobalOptions,
  setMode,
} from './global-options'
import type { Io, Terminal } from './io'
import { openIo } from './output'
import { rejectUnknown, requireKnownSubcommand } from './require-known-command'
import { runAsOwner } from './service/run-as-owner'

/** Adds a command to a program that may contain no other command. `whole` creates a program with all commands. */
type AddCommand = (program: Command, io: Io, loadProgram: () => Promise<Command>) => void

/**
 * All commands by name, in the order of the help. Only the command that is run is loaded, so that a server does not hold
 * the code of the others in memory. The last key matches no command name: these three need all commands.
 */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  serve: async () => (await import('./service/serve')).addServe,
  promote: async () => (await import('./service/promote')).addPromote,
  service: async () => (await import('./service/service')).addService,
  users: async () => (await import('./accounts/users')).addUserCommands,
  sports: async () => (await import('./accounts/sports')).addSports,
  workouts: async () => (await import('./workouts/workouts')).addWorkoutCommands,
  import: async () => (await import('./workouts/move-in')).addMoveIn,
  scopes: async () => (await import('./accounts/scopes')).addScopes,
  oauth2: async () => (await import('./accounts/oauth2')).addOauth2Commands,
  tokens: async () => (await import('./accounts/tokens')).addTokens,
  db: async () => (await import('./database/db')).addDatabaseCommands,
  upgrade: async () => (await import('./database/upgrade')).addUpgrade,
  backup: async () => (await import('./database/backup')).addBackup,
  restore: async () => (await import('./database/backup')).addRestore,
  tiles: async () => (await import('./maps/tiles')).addTiles,
  demo: async () => (await import('./demo')).addDemo,
  healthcheck: async () => (await import('./healthcheck')).addHealthcheck,
  doctor: async () => (await import('./doctor/doctor')).addDoctor,
  config: async () => (await import('./config')).addConfigCommands,
  version: async () => (await import('./version')).addVersion,
  'completion, man, help': async () => (await import('./shell/shell')).addShell,
}

/** Loads the command with this name. For any other text it loads all commands, so that the help can list them. */
function loadCommands(name: string | undefined): Promise<AddCommand[]> {
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return Promise.all(load ? [load()] : Object.values(COMMANDS).map((each) => each()))
}

/** Describes an option for the help, completions and the manual, and marks required ones. */
function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

/** Lists a command in the help without its aliases, which are the names in FitTrackee. */
const subcommandTerm = (command: Command): string => {
  const term = new Help().subcommandTerm(command)
  const [alias] = command.aliases()
  return alias === undefined ? term : term.replace(`|${alias}`, '')
}

/** Creates the command line parser, with one command if `name` is a command, otherwise with all of them. */
export async function createProgram(io: Io, name?: string): Promise<Command> {
  const program = new Command('milepost')
    .description('Workout tracking on your own machine.')
    .version(VERSION.server, '-V, --version')
    .exitOverride()
    .configureHelp({ optionDescription, subcommandTerm })
    .addHelpText('after', GLOBAL_HELP)
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => {
        if (!io.mode.json && text.trim() !== '') io.err(text.trimEnd())
      },
    })
  program.hook('preAction', (_, command) => setMode(io.mode, command))
  runAsOwner(program, io)
  for (const add of await loadCommands(name)) add(program, io, () => createProgram(io))
  addGlobalOptions(program)
  return program
}

/** Names that are not commands of ours but that the parser knows. */
const OWN_WORDS = /^(-.*|help)$/
const NAMES = Object.keys(COMMANDS).flatMap((names) => names.split(', '))

/**
 * Runs a command and returns its exit code (`EXIT_CODES`). Prints the help if there is no command.
 */
export async function runCommand(given: readonly string[], terminal: Terminal): Promise<number> {
  const args = moveGlobalOptions(given)
  const interruption = new Interruption()
  const io = openIo({ ...terminal, interruption }, args)
  try {
    const [name] = args
    if (name !== undefined && !OWN_WORDS.test(name) && !NAMES.includes(name))
      rejectUnknown([name], NAMES)
    const program = await createProgram(io, name)
    if (name === undefined || isGlobalOption(name)) {
      program.outputHelp()
      return name === undefined ? EXIT_CODES.done.code : EXIT_CODES.usage.code
    }
    requireKnownSubcommand(program, args)
    await program.parseAsync(args, { from: 'user' })
    return interruption.exitCode ?? EXIT_CODES.done.code
  } catch (error) {
    if (interruption.exitCode === undefined) return exitCode(error, io)
    io.err('Interrupted: partial files were removed.')
    io.exit?.(interruption.exitCode)
    return interruption.exitCode
  } finally {
    interruption.end()
  }
}

/** Prints the error and returns the exit code. Commander has already printed errors in the arguments. */
function exitCode(error: unknown, io: Io): number {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.done.code
  const isInArguments = error instanceof CommanderError
  const kind = isInArguments ? 'usage' : kindOf(error)
  const code = codeOf(kind)
  const message = isInArguments
    ? error.message.replace(/^error: /, '')
    : inWords(error, io.identity?.became)
  if (io.mode.json)
    io.printJson({ error: { kind: EXIT_CODES[kind].name, exit_code: code, message } }, 'err')
  else if (!isInArguments) io.err(message)
  if (io.mode.verbose) for (const line of detailsOf(error)) io.err(line)
  return code
}
