import { mkdirSync } from 'node:fs'
import type { Command } from 'commander'
import type { Config } from '@/config/config'
import { checkDatabase } from '@/db/check'
import { type MigrationStep, migrationStates } from '@/db/migrate'
import type { OpenDatabase } from '@/db/open'
import { openOwnDatabase } from '@/db/open-own'
import { findUploads } from '@/storage/files'
import { migrateAlone } from './data-folder'
import type { Io } from './io'
import { configOf, requireDatabase, withDataDir } from './options'

export function addDatabaseCommands(program: Command, io: Io): void {
  const db = program.command('db').description('manage the database')
  withDataDir(db.command('status'))
    .description('list the migrations and whether they are applied')
    .action((options) => {
      requireDatabase(configOf(options, io))
      return withDatabase(options, io, async (database) => {
        for (const { name, applied } of await migrationStates(database.db))
          io.out(`${applied ? 'applied' : 'pending'}  ${name}`)
      })
    })
  withDataDir(db.command('migrate').alias('upgrade'))
    .description(
      'bring the database to the newest schema; the server, which does so at start, must not be running',
    )
    .action((options) => migrateDatabase(options, io))
  withDataDir(db.command('check'))
    .description('look whether the database is sound, and the sums kept in it are right')
    .option('--repair', 'put right what can be')
    .action((options) => {
      requireDatabase(configOf(options, io))
      return withDatabase(options, io, (database) => check(database, io, options.repair === true))
    })
}

/** Brings the database to the newest schema and tells every step as it begins. */
export const migrateDatabase = (options: Record<string, unknown>, io: Io): Promise<void> =>
  withDatabase(options, io, async (database, config) => {
    const tell = (step: MigrationStep) => {
      const isCopy = step.what === 'copy'
      if (isCopy && io.status) io.status(`copying to ${step.file}: ${step.percent} %`)
      if (!isCopy && step.number === 1) io.status?.(null)
      if (!isCopy) io.out(`migrating ${step.number}/${step.of}  ${step.name}`)
    }
    const applied = await migrateAlone(config, database, tell)
    for (const name of applied) io.out(`applied  ${name}`)
    if (applied.length === 0) io.out('The database is up to date.')
  })

async function check(database: OpenDatabase, io: Io, isRepairing: boolean): Promise<void> {
  const states = await migrationStates(database.db)
  if (states.some(({ applied }) => !applied))
    throw new Error(
      'The database is of an older release. Bring it to this one first: milepost upgrade',
    )
  const unsound: string[] = []
  for (const { what, fault, repair } of await checkDatabase(database)) {
    const isMended = fault !== undefined && isRepairing && repair !== undefined
    if (isMended) await repair()
    if (fault !== undefined && !isMended) unsound.push(what)
    io.out(`${what}: ${fault === undefined ? 'sound' : isMended ? `mended, was ${fault}` : fault}`)
  }
  if (unsound.length > 0) throw new Error(`The database is not sound: ${unsound.join(', ')}.`)
}

async function withDatabase(
  options: Record<string, unknown>,
  io: Io,
  work: (database: OpenDatabase, config: Config) => Promise<void>,
): Promise<void> {
  const config = configOf(options, io)
  const { dataDir, databaseFile, uploadsDir } = config
  mkdirSync(dataDir, { recursive: true })
  const database = openOwnDatabase(databaseFile, () => findUploads(uploadsDir))
  await work(database, config).finally(() => database.db.destroy())
}
