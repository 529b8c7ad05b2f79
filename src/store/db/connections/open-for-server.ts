import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { Failure, type FailureKind } from '@/lib/failure'
import { isDamaged, isDatabaseBusy, isDiskFull } from '@/lib/system-errors'
import { followerMark } from '@/store/db/replica/replica-mark'
import { isLogOnDisk } from './log-on-disk'
import { type OpenDatabase, openDatabase } from './open'
import { readFromDisk } from './read-from-disk'

/** The database cannot be used. The message says where it is and what to do. */
class DatabaseError extends Failure {
  override name = 'DatabaseError'

  constructor(message: string, options: ErrorOptions & { kind?: FailureKind } = {}) {
    super(options.kind ?? 'failed', message, options)
  }
}

/**
 * Returns data that would be orphaned by an empty database, such as uploads; undefined when there is none, so that the
 * database may be new.
 */
type FindUserData = () => string | undefined

/**
 * Opens the database of a data folder, or creates it. `hasDiskFailed` says whether the server that last wrote to it
 * stopped because its disk failed.
 * @throws DatabaseError when the database is empty although there is other data, belongs to another program, is
 * damaged, or is not writable; also when its disk failed while another process had it open and still has.
 */
export function openOwnDatabase(
  path: string,
  findUserData: FindUserData,
  hasDiskFailed = false,
): OpenDatabase {
  rejectCopy(path)
  if (isEmptyFile(path)) {
    requireNoLog(path)
    requireNew(path, findUserData)
  }
  const database = explaining(path, () => {
    requireWritable(path)
    const isAlone = readFromDisk(path)
    if (!isAlone && hasDiskFailed) throw new DatabaseError(openElsewhere(path))
    const opened = openDatabase(path)
    // Not closed: if the other process ends now, closing it would copy the incomplete log into the database.
    if (!isAlone && !isLogOnDisk(opened.sqlite)) throw new DatabaseError(openElsewhere(path))
    return opened
  })
  try {
    explaining(path, () => requireOwnTables(database.sqlite, findUserData))
    return database
  } catch (error) {
    void database.db.destroy()
    throw error
  }
}

const openElsewhere = (path: string) =>
  `${path} cannot be used: its disk failed, and another process still has it open. Stop the server and programs such as Litestream, then start the server.`

/**
 * @throws DatabaseError for a replica that Litestream updates: it would overwrite our changes, or they would corrupt
 * it.
 */
export function rejectCopy(path: string): void {
  if (existsSync(followerMark(path)))
    throw new DatabaseError(
      `${path} is a replica that Litestream updates: serve it with --read-only, or make it the primary with milepost promote.`,
      { kind: 'denied' },
    )
}

/**
 * Runs `work`.
 * @throws DatabaseError with advice instead of an error of SQLite
 */
function explaining<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw explained(error, path)
  }
}

/** Returns a DatabaseError with advice for an error of SQLite or of the system, and any other error unchanged. */
export function explained(error: unknown, path: string): unknown {
  const advice = adviceOf(error)
  if (advice === undefined) return error
  const message = error instanceof Error ? error.message : String(error)
  // Without the code and the name of the system call, as in `EACCES: permission denied, access '/x'`.
  const reason = message.replace(/^E[A-Z]+: (.+?), \w+\b.*$/, '$1')
  const kind = isDatabaseBusy(error) ? 'locked' : advice === NOT_WRITABLE ? 'denied' : 'failed'
  return new DatabaseError(`${path} cannot be used (${reason}): ${advice}`, { cause: error, kind })
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

/** @throws DatabaseError when the database is missing or empty although there is other data. */
export function requireNew(path: string, findUserData: FindUserData): void {
  const found = findUserData()
  if (found !== undefined)
    throw new DatabaseError(
      `${path} is missing or empty, although ${found} is there: the database was lost. Either ${RESTORE}, or move ${found} away to start with an empty database.`,
    )
}

/**
 * SQLite deletes a write-ahead log without a database, and the last changes with it.
 * @throws DatabaseError when there is such a log
 */
function requireNoLog(path: string): void {
  const log = `${path}-wal`
  if (isEmptyFile(log)) return
  throw new DatabaseError(
    `${path} is missing or empty, although ${log} contains changes to it: the database was lost. Move it back, or ${RESTORE}; to start with an empty database, move ${log} away.`,
  )
}

/**
 * Checks write permission, which SQLite does not check when it opens a file.
 * @throws the system's error
 */
export function requireWritable(path: string): void {
  accessSync(dirname(path), constants.W_OK)
  if (existsSync(path)) accessSync(path, constants.W_OK)
}

/** @throws DatabaseError for the database of another program, or one that is empty although there is other data. */
export function requireOwnTables(
  sqlite: Database.Database,
  findUserData: FindUserData = () => undefined,
): void {
  const tables = sqlite.prepare<[], { name: string }>('select name from sqlite_schema').all()
  if (tables.length === 0) requireNew(sqlite.name, findUserData)
  else if (!tables.some(({ name }) => name === 'kysely_migration'))
    throw new DatabaseError(
      `${sqlite.name} is the database of another program: choose another data folder.`,
      { kind: 'denied' },
    )
}
