import { existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { copyPath, listApplied, refuseNewerDatabase } from './migrate'
import { migrations } from './migrations'
import { explained, requireOwnTables } from './open-own'

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
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined
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

function planOf(sqlite: Database.Database): UpgradePlan {
  requireOwnTables(sqlite)
  refuseNewerDatabase(sqlite)
  const applied = listApplied(sqlite)
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name))
  const [first] = pending
  const path = first === undefined ? undefined : copyPath(sqlite.name, first)
  const copy = path === undefined || applied.length === 0 || existsSync(path) ? undefined : path
  const databaseBytes = bytesOf(sqlite.name) + bytesOf(`${sqlite.name}-wal`)
  const neededBytes = (pending.length > 0 ? databaseBytes : 0) + (copy ? databaseBytes : 0)
  return { pending, copy, databaseBytes, neededBytes }
}

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
