import { dirname } from 'node:path'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, requireDatabase, withDataDir } from '@/cli/options'
import { printResult } from '@/cli/output'
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
  printResult(io, describePlan(plan), [
    `This is Milepost ${VERSION.server}; nothing was changed.`,
    ...linesOf(plan, dirname(file)),
  ])
  if (plan && plan.pending.length > 0 && plan.freeBytes < plan.neededBytes)
    throw new Error(`${spaceOf(plan)} Free some space first.`)
}

const describePlan = (plan: UpgradePlan | undefined) => ({
  version: VERSION.server,
  database_bytes: plan?.databaseBytes ?? null,
  pending: plan?.pending ?? [],
  copy: plan?.copy ?? null,
  needed_bytes: plan?.neededBytes ?? null,
  free_bytes: plan?.freeBytes ?? null,
})

const spaceOf = ({ neededBytes, freeBytes }: UpgradePlan) =>
  `Space needed: up to ${formatFileSize(neededBytes)}; ${formatFileSize(freeBytes)} is free.`

function linesOf(plan: UpgradePlan | undefined, folder: string): string[] {
  if (!plan) return [`There is no database in ${folder} yet: the server creates one.`]
  const { pending, copy, databaseBytes, neededBytes, freeBytes } = plan
  if (pending.length === 0) return ['The database is up to date: nothing would be done.']
  return [
    `The database has ${formatFileSize(databaseBytes)}.`,
    ...(copy ? [`It would be copied to ${copy}.`] : []),
    `Migrations that would be applied: ${pending.join(', ')}.`,
    ...(freeBytes < neededBytes
      ? []
      : [
          spaceOf(plan),
          'To do it, stop the server and run `milepost upgrade`, or start this release.',
        ]),
  ]
}
