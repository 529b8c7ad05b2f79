import { dirname } from 'node:path'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, requireDatabase, withDataDir } from '@/cli/options'
import { formatFileSize } from '@/lib/files/file-size'
import { VERSION } from '@/lib/version'
import { planUpgrade, type UpgradePlan } from '@/store/db/schema/plan-upgrade'
import { migrateDatabase } from './db'

export function addUpgrade(program: Command, io: Io): void {
  withDataDir(program.command('upgrade'))
    .description(
      'upgrade the data for this release, as the server does when it starts; the server must not be running',
    )
    .option('--check', 'print what would happen, and change nothing')
    .action(async (options) => {
      const config = loadCommandConfig(options, io)
      if (options.check) return check(config.databaseFile, io)
      requireDatabase(config)
      await migrateDatabase(options, io)
    })
}

/** Prints what an upgrade would do. @throws Error when it would fail, or when there may be too little disk space */
function check(file: string, io: Io): void {
  const plan = planUpgrade(file, Date.now())
  io.out(`This is Milepost ${VERSION.server}; nothing was changed.`)
  if (!plan) io.out(`There is no database in ${dirname(file)} yet: the server creates one.`)
  else if (plan.pending.length === 0) io.out('The database is up to date: nothing would be done.')
  else printPlan(plan, io)
}

function printPlan({ pending, copy, databaseBytes, neededBytes, freeBytes }: UpgradePlan, io: Io) {
  io.out(`The database has ${formatFileSize(databaseBytes)}.`)
  if (copy) io.out(`It would be copied to ${copy}.`)
  io.out(`Migrations that would be applied: ${pending.join(', ')}.`)
  const space = `Space needed: up to ${formatFileSize(neededBytes)}; ${formatFileSize(freeBytes)} is free.`
  if (freeBytes < neededBytes) throw new Error(`${space} Free some space first.`)
  io.out(space)
  io.out('To do it, stop the server and run `milepost upgrade`, or start this release.')
}
