import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { planUpgrade, type UpgradePlan } from '@/db/plan-upgrade'
import { formatFileSize } from '@/lib/file-size'
import { VERSION } from '@/version'
import { migrateDatabase } from './db'
import type { Io } from './io'
import { configOf, requireDatabase, withDataDir } from './options'

export function addUpgrade(program: Command, io: Io): void {
  withDataDir(program.command('upgrade'))
    .description(
      'bring the data to what this release needs; the server, which does so at start, must not be running',
    )
    .option('--check', 'say what would happen, and change nothing')
    .action(async (options) => {
      const config = configOf(options, io)
      if (options.check) return check(config.databaseFile, io)
      requireDatabase(config)
      await migrateDatabase(options, io)
    })
}

/** @throws when the upgrade would be refused, or there is too little space for it. */
function check(file: string, io: Io): void {
  const plan = planUpgrade(file)
  io.out(`This is Milepost ${VERSION.server}; nothing is changed by looking.`)
  if (!plan) io.out(`There is no database in ${dirname(file)} yet: the server makes one.`)
  else if (plan.pending.length === 0) io.out('The database is up to date: nothing would be done.')
  else tell(plan, file, io)
}

function tell({ pending, copy, databaseBytes, neededBytes }: UpgradePlan, file: string, io: Io) {
  io.out(`The database has ${formatFileSize(databaseBytes)}.`)
  if (copy) io.out(`It would be copied to ${copy}.`)
  io.out(`Migrations that would be applied: ${pending.join(', ')}.`)
  const { bavail, bsize } = statfsSync(dirname(file))
  const space = `Space needed: up to ${formatFileSize(neededBytes)}; ${formatFileSize(bavail * bsize)} is free.`
  if (bavail * bsize < neededBytes) throw new Error(`${space} Make room first.`)
  io.out(space)
  io.out('To do it, stop the server and run `milepost upgrade`, or start this release.')
}
