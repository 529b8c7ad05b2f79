import { mkdirSync } from 'node:fs'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, openCommandStorage, requireDatabase, withDataDir } from '@/cli/options'
import { printDone, printResult } from '@/cli/output'
import { activityOn } from '@/cli/progress'
import type { Config } from '@/lib/config/config'
import { formatFileSize } from '@/lib/files/file-size'
import type { OpenDatabase } from '@/store/db/connections/open'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { writeTo } from '@/store/db/connections/transact'
import { saveVacuum } from '@/store/db/queries/tasks/job-runs'
import { checkDatabase, type Finding } from '@/store/db/schema/check'
import { type MigrationStep, migrationStates } from '@/store/db/schema/migrate'
import { vacuum } from '@/store/db/schema/vacuum'
import { type Files, findUploads } from '@/store/files/stored-files'
import { checkOriginals } from '@/use-cases/workouts/check/check-originals'
import { checkRecordings } from '@/use-cases/workouts/check/check-recordings'
import { aloneIn, migrateAlone } from './lock-data-folder'

export function addDatabaseCommands(program: Command, io: Io): void {
  const db = program.command('db').description('manage the database')
  withDataDir(db.command('status'))
    .description('list the migrations and whether they are applied')
    .action((options) => {
      requireDatabase(loadCommandConfig(options, io))
      return withDatabase(options, io, async (database) => {
        const migrations = (await migrationStates(database.db)).map(({ name, applied }) => ({
          name,
          applied,
        }))
        printResult(
          io,
          { migrations },
          migrations.map(({ name, applied }) => `${applied ? 'applied' : 'pending'}  ${name}`),
        )
      })
    })
  withDataDir(db.command('migrate').alias('upgrade'))
    .description(
      'apply pending migrations, as the server does when it starts; the server must not be running',
    )
    .action((options) => migrateDatabase(options, io))
  withDataDir(db.command('vacuum'))
    .description(
      'free the space of deleted rows, and erase what is left of them; the server must not be running',
    )
    .action((options) => {
      requireDatabase(loadCommandConfig(options, io))
      return withDatabase(options, io, async (database, config) => {
        const { before, after } = await aloneIn(config, () => vacuum(database, io.env))
        if ((await migrationStates(database.db)).every(({ applied }) => applied))
          await writeTo(database.db, (tx) => saveVacuum(tx, Date.now()))
        const gained = `${formatFileSize(Math.max(0, before - after))} less`
        printDone(io, { before_bytes: before, after_bytes: after }, [
          `The database has ${formatFileSize(after)} now, ${gained} than before.`,
        ])
      })
    })
  withDataDir(db.command('check'))
    .description(
      'check pages and references, and recompute every derived value from the recorded points and other sources',
    )
    .option('--files', 'also read every stored original, and compare its hash')
    .option('--repair', 'repair what can be repaired without losing anything')
    .action((options) => {
      requireDatabase(loadCommandConfig(options, io))
      return withDatabase(options, io, (database, config) =>
        check(database, {
          io,
          isRepairing: options.repair === true,
          files: options.files === true ? openCommandStorage(config) : undefined,
        }),
      )
    })
}

/** Migrates the database to the newest schema and prints each step when it begins. */
export const migrateDatabase = (options: Record<string, unknown>, io: Io): Promise<void> =>
  withDatabase(options, io, async (database, config) => {
    io.interruption?.listen()
    const activity = activityOn(io)
    const printStep = (step: MigrationStep) => {
      io.interruption?.check()
      const isCopy = step.what === 'copy'
      if (isCopy) activity.show(`copying to ${step.file}: ${step.percent} %`)
      if (!isCopy && step.number === 1) activity.end()
      if (!isCopy) io.out(`migrating ${step.number}/${step.of}  ${step.name}`)
    }
    const applied = await migrateAlone(config, database, printStep)
    printDone(io, { applied }, [
      ...applied.map((name) => `applied  ${name}`),
      ...(applied.length === 0 ? ['The database is up to date.'] : []),
    ])
  })

interface CheckOptions {
  io: Io
  isRepairing: boolean
  /** Storage of the originals; undefined when they are not checked. */
  files: Files | undefined
}

async function check(
  database: OpenDatabase,
  { io, isRepairing, files }: CheckOptions,
): Promise<void> {
  const states = await migrationStates(database.db)
  if (states.some(({ applied }) => !applied))
    throw new Error(
      'The database is of an older release. Bring it to this one first: milepost upgrade',
    )
  const findings = () =>
    checkDatabase(database, async (db) => [
      ...(await checkRecordings(db)),
      ...(files ? await checkOriginals({ db, files }) : []),
    ])
  let found = await findings()
  const repaired = isRepairing ? await repairAll(found, io) : []
  if (repaired.length > 0) found = await findings()
  const checks = found.map(({ what, problem = null, details = [] }) => ({ what, problem, details }))
  printResult(
    io,
    { checks, repaired },
    checks.flatMap(({ what, problem, details }) => [
      `${what}: ${problem ?? 'ok'}`,
      ...details.map((line) => `  ${line}`),
    ]),
  )
  const wrong = found.filter(({ problem }) => problem !== undefined)
  if (wrong.length === 0) return
  const advice =
    !isRepairing && wrong.some(({ repair }) => repair)
      ? 'Repair it: milepost db check --repair'
      : 'Restore a backup: milepost restore'
  throw new Error(`The database has errors: ${wrong.map(({ what }) => what).join(', ')}. ${advice}`)
}

/** Repairs the findings that can be repaired. Prints and returns them. */
async function repairAll(found: readonly Finding[], io: Io): Promise<object[]> {
  const wrong = found.filter(({ repair }) => repair !== undefined)
  for (const { what, problem, details = [], repair } of wrong) {
    await repair?.()
    io.out(`${what}: repaired, was ${problem}`)
    for (const line of details) io.out(`  ${line}`)
  }
  return wrong.map(({ what, problem, details = [] }) => ({ what, problem, details }))
}

async function withDatabase(
  options: Record<string, unknown>,
  io: Io,
  work: (database: OpenDatabase, config: Config) => Promise<void>,
): Promise<void> {
  const config = loadCommandConfig(options, io)
  const { dataDir, databaseFile, uploadsDir } = config
  mkdirSync(dataDir, { recursive: true })
  const database = openOwnDatabase(databaseFile, () => findUploads(uploadsDir))
  await work(database, config).finally(() => database.db.destroy())
}
