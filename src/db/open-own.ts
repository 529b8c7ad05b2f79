import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { isDamaged, isDatabaseBusy, isDiskFull } from '@/lib/faults'
import { followerMark } from './follower-mark'
import { type OpenDatabase, openDatabase } from './open'

/** The database cannot be used; the message says where it is and what to do. */
class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** What is there that an empty database knows nothing of, such as uploads; nothing when it may be new. */
type FindBelongings = () => string | undefined

/**
 * Opens the database of a data folder, or makes a new one where there was none.
 *
 * @throws DatabaseError when it is empty although it cannot be new, is none of ours, is damaged, or cannot be written.
 */
export function openOwnDatabase(path: string, findBelongings: FindBelongings): OpenDatabase {
  refuseCopy(path)
  if (isEmptyFile(path)) requireNew(path, findBelongings)
  const database = explaining(path, () => {
    requireWritable(path)
    return openDatabase(path)
  })
  try {
    explaining(path, () => requireOwnTables(database.sqlite, findBelongings))
    return database
  } catch (error) {
    void database.db.destroy()
    throw error
  }
}

/** What was written here would be overwritten, or destroy the copy. */
function refuseCopy(path: string): void {
  if (existsSync(followerMark(path)))
    throw new DatabaseError(
      `${path} is a copy that Litestream keeps current: serve it with --read-only, or end that with milepost promote.`,
    )
}

/** Runs what reads or writes a database. @throws DatabaseError instead of what SQLite says. */
function explaining<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw explained(error, path)
  }
}

/** What to do about an error of SQLite or of the system; any other error stays as it is. */
export function explained(error: unknown, path: string): unknown {
  const advice = adviceOf(error)
  if (advice === undefined) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseError(`${path} cannot be used (${reason}): ${advice}`, { cause: error })
}

const RESTORE = 'restore a backup (milepost restore --help)'
const NOT_WRITABLE =
  'it and its folder must belong to the user that runs Milepost, on a disk that may be written to.'

function adviceOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'make room on its disk.'
  if (isDatabaseBusy(error)) return 'another program keeps it locked, stop that first.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isDamaged(error)) return `it is damaged, ${RESTORE}.`
  if (/^SQLITE_IOERR/.test(code)) return 'its disk fails, or is full.'
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM)|EACCES|EROFS|EPERM)/.test(code)) return NOT_WRITABLE
  return undefined
}

const isEmptyFile = (path: string) => !existsSync(path) || statSync(path).size === 0

/** @throws DatabaseError where there is no database, or an empty one, although it cannot be new. */
export function requireNew(path: string, findBelongings: FindBelongings): void {
  const found = findBelongings()
  if (found !== undefined)
    throw new DatabaseError(
      `${path} holds nothing, although ${found} is there: the database was lost. Either ${RESTORE}, or move ${found} away to begin anew.`,
    )
}

/** SQLite would open a file that may only be read, and fail later. */
function requireWritable(path: string): void {
  accessSync(dirname(path), constants.W_OK)
  if (existsSync(path)) accessSync(path, constants.W_OK)
}

/** @throws DatabaseError when a database is none of ours, or is empty although it cannot be new. */
export function requireOwnTables(
  sqlite: Database.Database,
  findBelongings: FindBelongings = () => undefined,
): void {
  const tables = sqlite.prepare<[], { name: string }>('select name from sqlite_schema').all()
  if (tables.length === 0) requireNew(sqlite.name, findBelongings)
  else if (!tables.some(({ name }) => name === 'kysely_migration'))
    throw new DatabaseError(
      `${sqlite.name} is the database of another program: choose another data folder.`,
    )
}
