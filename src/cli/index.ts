import { Command, CommanderError, Help, type Option } from 'commander'
import { Interruption } from '@/lib/process/interruption'
import { VERSION } from '@/lib/version'
import { inWords } from './describe-error'
import type { Io } from './io'
import { repeatOptions } from './repeat-options'
import { runAsOwner } from './service/run-as-owner'

/** Adds a command to a program that may contain no other command. `whole` creates a program with all commands. */
type AddCommand = (program: Command, io: Io, loadProgram: () => Promise<Command>) => void

/**
 * All commands by name, in the order of the help. Only the command that is run is loaded, so that a server does not hold
 * the code of the others in memory. The key `completion, man` matches no command name: these two need all commands.
 */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  serve: async () => (await import('./service/serve')).addServe,
  promote: async () => (await import('./service/promote')).addPromote,
  service: async () => (await import('./service/service')).addService,
  users: async () => (await import('./accounts/users')).addUserCommands,
  sports: async () => (await import('./accounts/sports')).addSports,
  workouts: async () => (await import('./workouts/workouts')).addWorkoutCommands,
  import: async () => (await import('./workouts/move-in')).addMoveIn,
  oauth2: async () => (await import('./accounts/oauth2')).addOauth2Commands,
  tokens: async () => (await import('./accounts/tokens')).addTokens,
  db: async () => (await import('./database/db')).addDatabaseCommands,
  upgrade: async () => (await import('./database/upgrade')).addUpgrade,
  backup: async () => (await import('./database/backup')).addBackup,
  restore: async () => (await import('./database/backup')).addRestore,
  demo: async () => (await import('./demo')).addDemo,
  healthcheck: async () => (await import('./healthcheck')).addHealthcheck,
  doctor: async () => (await import('./doctor/doctor')).addDoctor,
  config: async () => (await import('./config')).addConfigCommands,
  'completion, man': async () => (await import('./shell/shell')).addShell,
  version: async () => (await import('./version')).addVersion,
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

/** Creates the command line parser, with one command if `name` is a command, otherwise with all of them. */
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
  runAsOwner(program, io)
  for (const add of await loadCommands(name)) add(program, io, () => createProgram(io))
  return program
}

/**
 * Runs a command and returns its exit code: 130 after Ctrl-C, 143 after SIGTERM. Prints the help if there is no command.
 */
export async function runCommand(args: string[], terminal: Io): Promise<number> {
  const interruption = new Interruption()
  const io = { ...repeatOptions(args, terminal), interruption }
  const program = await createProgram(io, args[0])
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return interruption.exitCode ?? 0
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
  if (error instanceof CommanderError) return error.exitCode
  io.err(inWords(error, io.identity?.became))
  return 1
}
