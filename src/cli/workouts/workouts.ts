import type { Command } from 'commander'
import { addSportNames } from '@/cli/accounts/sport-names'
import type { Io } from '@/cli/io'
import { addArchiveCommands } from './archives'
import { addDuplicates } from './duplicates'
import { addEdit } from './edit'
import { addImport } from './import'
import { addRefresh } from './refresh'
import { addRemeasure } from './remeasure'

export function addWorkoutCommands(program: Command, io: Io): void {
  const workouts = program.command('workouts').description('import and refresh workouts')
  addImport(workouts, io)
  addArchiveCommands(workouts, io)
  addRefresh(workouts, io)
  addRemeasure(workouts, io)
  addDuplicates(workouts, io)
  addEdit(workouts, io)
  addSportNames(workouts, io)
}
