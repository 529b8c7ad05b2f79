import type { Command } from 'commander'
import { addArchiveCommands } from './archives'
import { addDuplicates } from './duplicates'
import { addImport } from './import'
import type { Io } from './io'
import { addRefresh } from './refresh'
import { addSportNames } from './sport-names'

export function addWorkoutCommands(program: Command, io: Io): void {
  const workouts = program.command('workouts').description('import and refresh workouts')
  addImport(workouts, io)
  addArchiveCommands(workouts, io)
  addRefresh(workouts, io)
  addDuplicates(workouts, io)
  addSportNames(workouts, io)
}
