import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { Migrator } from 'kysely/migration'
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

const migratorOf = (db: Db) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

/** Every known migration, in order, and whether this database has it. */
export async function migrationStates(db: Db): Promise<MigrationState[]> {
  const states = await migratorOf(db).getMigrations()
  return states.map(({ name, executedAt }) => ({ name, applied: executedAt !== undefined }))
}

/**
 * Brings the database to the newest schema and loads the reference tables; returns the names applied.
 * A database that already holds data is first copied beside itself (`<file>.before-<migration>`).
 *
 * @throws Error when the database was made by a newer release, or a migration fails (nothing is changed then);
 * DatabaseError when the database cannot be read or written.
 */
export async function migrateToLatest(database: OpenDatabase): Promise<string[]> {
  try {
    return await migrate(database)
  } catch (error) {
    throw explained(error, database.sqlite.name)
  }
}

async function migrate({ db, sqlite }: OpenDatabase): Promise<string[]> {
  refuseNewerDatabase(sqlite)
  const states = await migrationStates(db)
  const missing = states.filter(({ applied }) => !applied)
  const [first] = missing
  if (first && missing.length < states.length) await backupBefore(sqlite, first.name)
  const { error, results = [] } = await migratorOf(db).migrateToLatest()
  if (error) throw error
  await seed(db)
  return results.map(({ migrationName }) => migrationName)
}

function refuseNewerDatabase(sqlite: Database.Database): void {
  const known = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()
  if (!known) return
  const applied = sqlite.prepare<[], { name: string }>('select name from kysely_migration').all()
  const unknown = applied.find(({ name }) => !(name in migrations))
  if (unknown)
    throw new Error(
      `The database was made by a newer release (it has '${unknown.name}'): use that release, or restore a backup.`,
    )
}

async function backupBefore(sqlite: Database.Database, migration: string): Promise<void> {
  if (sqlite.memory) return
  const copy = `${sqlite.name}.before-${migration}`
  if (!existsSync(copy)) await sqlite.backup(copy)
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
