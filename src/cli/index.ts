import { Command, CommanderError, Help, type Option } from 'commander'
import { VERSION } from '@/version'
import { warnOfForeignFolder } from './foreign-folder'
import { inWords } from './in-words'
import type { Io } from './io'

/** Adds a command to a program that may have no other; `whole` makes one with all of them. */
type AddCommand = (program: Command, io: Io, whole: () => Promise<Command>) => void

/**
 * Every command by its name, in the order of the help. One that is named is loaded alone: a server need not hold in
 * memory what the others are made of. Those that tell of all commands have no name of their own here.
 */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  serve: async () => (await import('./serve')).addServe,
  promote: async () => (await import('./promote')).addPromote,
  service: async () => (await import('./service')).addService,
  users: async () => (await import('./users')).addUserCommands,
  workouts: async () => (await import('./workouts')).addWorkoutCommands,
  import: async () => (await import('./move-in')).addMoveIn,
  oauth2: async () => (await import('./oauth2')).addOauth2Commands,
  tokens: async () => (await import('./tokens')).addTokens,
  db: async () => (await import('./db')).addDatabaseCommands,
  upgrade: async () => (await import('./upgrade')).addUpgrade,
  backup: async () => (await import('./backup')).addBackup,
  restore: async () => (await import('./backup')).addRestore,
  demo: async () => (await import('./demo')).addDemo,
  healthcheck: async () => (await import('./healthcheck')).addHealthcheck,
  doctor: async () => (await import('./doctor/doctor')).addDoctor,
  config: async () => (await import('./config')).addConfigCommands,
  'completion, man': async () => (await import('./shell/shell')).addShell,
  version: async () => (await import('./version')).addVersion,
}

/** The command with a name; all of them for any other text, so that the help can list them. */
function loadCommands(name: string | undefined): Promise<AddCommand[]> {
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return Promise.all(load ? [load()] : Object.values(COMMANDS).map((each) => each()))
}

/** What the help, completions and the manual say of an option: also that a command does nothing without it. */
function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

/** The parser of the command line, with every command, or the one with a name. */
export async function createProgram(io: Io, name?: string): Promise<Command> {
  const program = new Command('milepost')
    .description('Workout tracking on your own machine.')
    .version(VERSION.server, '-V, --version')
    .exitOverride()
    .configureHelp({ optionDescription })
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
    })
  warnOfForeignFolder(program, io)
  for (const add of await loadCommands(name)) add(program, io, () => createProgram(io))
  return program
}

/** Runs one command and returns its exit code; without a command the help is shown. */
export async function runCommand(args: string[], io: Io): Promise<number> {
  const program = await createProgram(io, args[0])
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return exitCode(error, io)
  }
}

/** Problems with the arguments are told by the parser already. */
function exitCode(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode
  io.err(inWords(error))
  return 1
}
