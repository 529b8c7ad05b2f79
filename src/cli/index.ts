import { Command, CommanderError } from 'commander'
import { VERSION } from '@/version'
import { addBackup, addRestore } from './backup'
import { addConfigCommands } from './config'
import { addDatabaseCommands } from './db'
import { addDemo } from './demo'
import { addDoctor } from './doctor/doctor'
import { addHealthcheck } from './healthcheck'
import type { Io } from './io'
import { addMoveIn } from './move-in'
import { addOauth2Commands } from './oauth2'
import { addPromote } from './promote'
import { addServe } from './serve'
import { addService } from './service'
import { addShell } from './shell/shell'
import { addUpgrade } from './upgrade'
import { addUserCommands } from './users'
import { addVersion } from './version'
import { addWorkoutCommands } from './workouts'

/** Every command, in the order of the help. */
const COMMANDS = [
  addServe,
  addPromote,
  addService,
  addUserCommands,
  addWorkoutCommands,
  addMoveIn,
  addOauth2Commands,
  addDatabaseCommands,
  addUpgrade,
  addBackup,
  addRestore,
  addDemo,
  addHealthcheck,
  addDoctor,
  addConfigCommands,
  addShell,
  addVersion,
]

/** The parser of the command line, with every command. */
export function createProgram(io: Io): Command {
  const program = new Command('milepost')
    .description('Workout tracking on your own machine.')
    .version(VERSION.server, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
    })
  for (const add of COMMANDS) add(program, io)
  return program
}

/** Runs one command and returns its exit code; without a command the help is shown. */
export async function runCommand(args: string[], io: Io): Promise<number> {
  const program = createProgram(io)
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
  io.err(error instanceof Error ? error.message : String(error))
  return 1
}
