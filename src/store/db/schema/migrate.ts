import { rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { Migrator } from 'kysely/migration'
import equipmentTypes from '@/domain/reference/equipment-types.json'
import sports from '@/domain/reference/sports.json'
import { InterruptedError } from '@/lib/process/interruption'
import { isDiskFull } from '@/lib/system-errors'
import type { Db, OpenDatabase } from '@/store/db/connections/open'
import { explained } from '@/store/db/connections/open-for-server'
import { migrations } from '@/store/db/migrations'
import { type PaceSpeedDisplay, toSqlBool } from './columns'
import { copyBeforeUpgrade, requireSpaceForCopy } from './upgrade-copies'

export interface MigrationState {
  name: string
  applied: boolean
}

/** A step of upgrading a database to the newest schema. */
export type MigrationStep =
  | { what: 'copy'; file: string; percent: number }
  | { what: 'migration'; name: string; number: number; of: number }

type OnMigrationStep = (step: MigrationStep) => void

const silent: OnMigrationStep = () => undefined

/**
 * Kysely would compare the order by timestamps, which are wrong after a clock was set back. `requireKnownSchema`
 * compares names instead.
 */
const createMigrator = (db: Db, known = migrations) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => known },
    allowUnorderedMigrations: true,
  })

/**
 * The same migrations, wrapped to report when each one begins. The last one also loads the reference tables, so that a
 * full disk undoes all of the upgrade.
 */
const announced = (missing: readonly string[], onStep: OnMigrationStep): typeof migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => {
      const step = { what: 'migration', name, number: missing.indexOf(name) + 1 } as const
      const announcedUp: typeof up = async (db) => {
        onStep({ ...step, of: missing.length })
        await up(db)
        if (name === missing.at(-1)) await seed(db)
      }
      return [name, { up: announcedUp }]
    }),
  )

/** Lists every known migration in order, with whether this database has it. */
export async function migrationStates(db: Db): Promise<MigrationState[]> {
  const states = await createMigrator(db).getMigrations()
  return states.map(({ name, executedAt }) => ({ name, applied: executedAt !== undefined }))
}

interface MigrateOptions {
  /** Called with each step as it begins. */
  onStep?: OnMigrationStep | undefined
  /** Runs the work, if there is any, for example while holding a lock; calls it directly by default. */
  within?: (work: () => Promise<string[]>) => Promise<string[]>
  /** Milliseconds since the Unix epoch, for the name of the copy. */
  now?: number
}

/**
 * Upgrades the database to the newest schema and loads the reference tables. Returns the names of the applied
 * migrations. A database that already has data is first copied to a new file next to it (see `copyBeforeUpgrade`).
 *
 * @throws Error when this release cannot migrate the database, when there is no space for the copy, or when a migration
 * fails; nothing is changed then. DatabaseError when the database cannot be read or written.
 */
export async function migrateToLatest(
  database: OpenDatabase,
  { onStep = silent, within = (work) => work(), now = Date.now() }: MigrateOptions = {},
): Promise<string[]> {
  try {
    requireKnownSchema(database.sqlite)
    const isCurrent = (await migrationStates(database.db)).every(({ applied }) => applied)
    const applied = isCurrent ? [] : await within(() => applyMissing(database, onStep, now))
    await seed(database.db)
    return applied
  } catch (error) {
    throw explained(error, database.sqlite.name)
  }
}

/**
 * Applies the missing migrations. Checks again which are missing, because the previous holder of the lock may have
 * applied some.
 */
async function applyMissing(
  { db, sqlite }: OpenDatabase,
  onStep: OnMigrationStep,
  now: number,
): Promise<string[]> {
  requireKnownSchema(sqlite)
  const states = await migrationStates(db)
  const missing = states.filter(({ applied }) => !applied).map(({ name }) => name)
  const [first] = missing
  const isNew = missing.length === states.length
  let copy: string | undefined
  if (first && !isNew && !sqlite.memory) {
    requireSpaceForCopy(sqlite.name)
    copy = await copyBeforeUpgrade(sqlite, {
      migration: first,
      now,
      onStep: (file, percent) => onStep({ what: 'copy', file, percent }),
    })
  }
  const migrator = isNew ? createMigrator(db) : createMigrator(db, announced(missing, onStep))
  // Lets a migration edit `sqlite_schema`.
  sqlite.unsafeMode()
  const { error, results = [] } = await migrator
    .migrateToLatest()
    .finally(() => sqlite.unsafeMode(false))
  // The database is unchanged, so the copy would only take up space.
  if (copy && (isDiskFull(error) || error instanceof InterruptedError))
    rmSync(copy, { force: true })
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/**
 * @throws Error when this release cannot upgrade the database: it has a migration that this release does not know, or
 * lacks one that precedes those it has.
 */
export function requireKnownSchema(sqlite: Database.Database): void {
  const applied = new Set(listApplied(sqlite))
  const known = Object.keys(migrations)
  const unknown = [...applied].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `The database was made by a newer release (it has '${unknown}'): use that release, or restore a backup.`,
    )
  const lacking = known.find((name) => !applied.has(name))
  const later = known.findLast((name) => applied.has(name))
  if (lacking === undefined || later === undefined || lacking > later) return
  throw new Error(
    `The database has the migration '${later}' but lacks '${lacking}', which comes before it: a version between two releases made it. Go on with that version, or restore a backup of a release (milepost restore --help).`,
  )
}

/** Names of the migrations that a database has; empty if it was never migrated. */
export function listApplied(sqlite: Database.Database): string[] {
  const known = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()
  if (!known) return []
  const applied = sqlite.prepare<[], { name: string }>('select name from kysely_migration').all()
  return applied.map(({ name }) => name)
}

/** Lower ids are those of FitTrackee, whose clients expect exactly these until another sport is used. */
const FIRST_OWN_SPORT_ID = 1000

/** Loads the reference tables without overwriting changes by administrators. */
async function seed(db: Db): Promise<void> {
  await db
    .insertInto('sports')
    .values(
      sports.sports.map((sport) => ({
        id: sport.id,
        label: sport.label,
        stopped_speed_threshold: sport.stopped_speed_threshold,
        pace_speed_display: (sport.pace ? 'pace' : 'speed') satisfies PaceSpeedDisplay,
        is_listed: toSqlBool(sport.id < FIRST_OWN_SPORT_ID),
        icon: sport.icon ?? null,
        color: sport.color ?? null,
      })),
    )
    // Skips sports that exist, and those whose label an administrator has given to a custom sport.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('equipment_types')
    .values(equipmentTypes.types.map(({ id, label }) => ({ id, label })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
