import { existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { copyPath, refuseNewerDatabase } from './migrate'
import { migrations } from './migrations'
import { explained } from './open-own'

/** What bringing a database to the newest schema would do. */
export interface UpgradePlan {
  /** Migrations that would be applied, in order. */
  pending: string[]
  /** Where the database would be copied to first; undefined when nothing would be. */
  copy: string | undefined
  /** Bytes of the database with its log of changes. */
  databaseBytes: number
  /** Bytes that must be free: of the copy, and of a log in which every page is changed once. */
  neededBytes: number
}

/**
 * Tells what `migrateToLatest` would do, without writing anything; undefined where there is no database yet.
 *
 * @throws Error when it would refuse; DatabaseError when the database cannot be read.
 */
export function planUpgrade(path: string): UpgradePlan | undefined {
  if (!existsSync(path)) return undefined
  try {
    const sqlite = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return planOf(sqlite)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    throw explained(error, path)
  }
}

function planOf(sqlite: Database.Database): UpgradePlan | undefined {
  const tables = sqlite.prepare<[], { name: string }>('select name from sqlite_schema').all()
  if (tables.length === 0) return undefined
  if (!tables.some(({ name }) => name === 'kysely_migration'))
    throw new Error(`${sqlite.name} is the database of another program.`)
  refuseNewerDatabase(sqlite)
  const applied = sqlite.prepare<[], { name: string }>('select name from kysely_migration').all()
  const known = new Set(applied.map(({ name }) => name))
  const pending = Object.keys(migrations).filter((name) => !known.has(name))
  const [first] = pending
  const path = first === undefined ? undefined : copyPath(sqlite.name, first)
  const copy = path === undefined || existsSync(path) ? undefined : path
  const databaseBytes = bytesOf(sqlite.name) + bytesOf(`${sqlite.name}-wal`)
  const neededBytes = (pending.length > 0 ? databaseBytes : 0) + (copy ? databaseBytes : 0)
  return { pending, copy, databaseBytes, neededBytes }
}

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
