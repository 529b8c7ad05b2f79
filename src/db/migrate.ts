import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { Migrator } from 'kysely/migration'
import { sync } from '@/lib/sync'
import equipmentTypes from '@/reference/equipment-types.json'
import sports from '@/reference/sports.json'
import type { PaceSpeedDisplay } from './columns'
import { migrations } from './migrations'
import type { Db, OpenDatabase } from './open'
import { explained } from './open-own'

export interface MigrationState {
  name: string
  applied: boolean
}

/** What bringing a database to the newest schema is about to do. */
export type MigrationStep =
  | { what: 'copy'; file: string; percent: number }
  | { what: 'migration'; name: string; number: number; of: number }

type Tell = (step: MigrationStep) => void

const silent: Tell = () => undefined

const migratorOf = (db: Db, known = migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => known } })

/** The same migrations, each of which is told of when it begins. */
const announced = (missing: readonly string[], tell: Tell): typeof migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => {
      const step = { what: 'migration', name, number: missing.indexOf(name) + 1 } as const
      const announcedUp: typeof up = async (db) => {
        tell({ ...step, of: missing.length })
        await up(db)
      }
      return [name, { up: announcedUp }]
    }),
  )

/** Every known migration, in order, and whether this database has it. */
export async function migrationStates(db: Db): Promise<MigrationState[]> {
  const states = await migratorOf(db).getMigrations()
  return states.map(({ name, executedAt }) => ({ name, applied: executedAt !== undefined }))
}

interface MigrateOptions {
  /** Is told of each step as it begins. */
  tell?: Tell | undefined
  /** What the work is done within when there is some; nothing by default. */
  within?: (work: () => Promise<string[]>) => Promise<string[]>
}

/**
 * Brings the database to the newest schema and loads the reference tables; returns the names applied.
 * A database that already holds data is first copied beside itself (`<file>.before-<migration>`).
 *
 * @throws Error when the database was made by a newer release, or a migration fails (nothing is changed then);
 * DatabaseError when the database cannot be read or written.
 */
export async function migrateToLatest(
  database: OpenDatabase,
  { tell = silent, within = (work) => work() }: MigrateOptions = {},
): Promise<string[]> {
  try {
    refuseNewerDatabase(database.sqlite)
    const isCurrent = (await migrationStates(database.db)).every(({ applied }) => applied)
    const applied = isCurrent ? [] : await within(() => applyMissing(database, tell))
    await seed(database.db)
    return applied
  } catch (error) {
    throw explained(error, database.sqlite.name)
  }
}

/** Some that were missing may be there by now: whoever had to be waited for may have applied them. */
async function applyMissing({ db, sqlite }: OpenDatabase, tell: Tell): Promise<string[]> {
  refuseNewerDatabase(sqlite)
  const states = await migrationStates(db)
  const missing = states.filter(({ applied }) => !applied).map(({ name }) => name)
  const [first] = missing
  const isNew = missing.length === states.length
  if (first && !isNew) await copyBefore(sqlite, first, tell)
  const migrator = isNew ? migratorOf(db) : migratorOf(db, announced(missing, tell))
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** @throws when this release does not know all of the database's migrations. */
export function refuseNewerDatabase(sqlite: Database.Database): void {
  const unknown = listApplied(sqlite).find((name) => !(name in migrations))
  if (unknown !== undefined)
    throw new Error(
      `The database was made by a newer release (it has '${unknown}'): use that release, or restore a backup.`,
    )
}

/** The migrations that a database has; none for one that was never migrated. */
export function listApplied(sqlite: Database.Database): string[] {
  const known = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()
  if (!known) return []
  const applied = sqlite.prepare<[], { name: string }>('select name from kysely_migration').all()
  return applied.map(({ name }) => name)
}

/** Where a database is copied to before its first migration that is missing. */
export const copyPath = (database: string, migration: string): string =>
  `${database}.before-${migration}`

/** Pages of a database that are copied between two looks at how far it has come. */
const PAGES = 5000

async function copyBefore(sqlite: Database.Database, migration: string, tell: Tell): Promise<void> {
  if (sqlite.memory) return
  const file = copyPath(sqlite.name, migration)
  if (existsSync(file)) return
  // A copy that was interrupted must not be taken for one.
  const partial = `${file}.partial`
  for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
  await sqlite.backup(partial, {
    progress: ({ totalPages, remainingPages }) => {
      const percent = totalPages > 0 ? Math.floor(100 * (1 - remainingPages / totalPages)) : 0
      tell({ what: 'copy', file, percent })
      return PAGES
    },
  })
  renameSync(partial, file)
  await sync(dirname(file))
}

/** Loads the reference tables; changes by administrators are kept. */
async function seed(db: Db): Promise<void> {
  await db
    .insertInto('sports')
    .values(
      sports.sports.map((sport) => ({
        id: sport.id,
        label: sport.label,
        stopped_speed_threshold: sport.stopped_speed_threshold,
        pace_speed_display: (sport.pace ? 'pace' : 'speed') satisfies PaceSpeedDisplay,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db
    .insertInto('equipment_types')
    .values(equipmentTypes.types.map(({ id, label }) => ({ id, label })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
