import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Tables } from '@/store/db/schema/tables.gen'
import { addFunctions } from './add-functions'
import { Connections } from './connections'
import { ConnectionsDialect } from './dialect'
import { Statements } from './statements'

export type Db = Kysely<Tables>

/** An open database: typed queries, and the raw write connection for backups and checks. */
export interface OpenDatabase {
  db: Db
  sqlite: Database.Database
}

/** Milliseconds for which a write is retried while another process has locked the database. */
const DEFAULT_BUSY_TIMEOUT = 5000
/** Bytes to which the write-ahead log is truncated after a checkpoint. After an import it is many times as large. */
const MAX_LOG_BYTES = 4 * 1024 * 1024
/** Milliseconds for which SQLite itself waits for a lock. It blocks the event loop, so this is short. */
const BUSY_TIMEOUT = 10

/**
 * Opens a database file, or a serialised database, with the pragmas that the server relies on.
 *
 * NOTE an acknowledged commit survives a power cut, although `synchronous` is NORMAL: with FULL, SQLite would wait for
 * the disk at each commit and block every request. Instead, `transact` waits for a group commit before anything depends
 * on the commit (see `.github/decisions/group-commit.md`). `Files.keep` is the other half: it fsyncs a file and its
 * folder before the row that refers to it is committed. Work that would be repeated after a power cut does not wait
 * (`syncedLater` of `transact`).
 */
export function openDatabase(
  source: string | Buffer,
  { busyTimeout = DEFAULT_BUSY_TIMEOUT }: { busyTimeout?: number } = {},
): OpenDatabase {
  const sqlite = new Database(source)
  sqlite.pragma('journal_mode = WAL')
  configure(sqlite)
  const reader = sqlite.memory ? undefined : new Database(sqlite.name, { readonly: true })
  if (reader) configure(reader)
  // The first read creates the write-ahead log.
  if (reader) sqlite.pragma('user_version')
  const connections = new Connections({
    file: sqlite.memory ? undefined : sqlite.name,
    writer: new Statements(sqlite),
    reader: reader && new Statements(reader),
    busyTimeout,
  })
  return { db: queriesOn(connections), sqlite }
}

/** Typed queries on the connections of a database. */
export const queriesOn = (connections: Connections): Db =>
  new Kysely<Tables>({ dialect: new ConnectionsDialect(connections) })

function configure(sqlite: Database.Database): void {
  sqlite.pragma('synchronous = NORMAL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT}`)
  sqlite.pragma('cache_size = -16000')
  sqlite.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`)
  sqlite.pragma('wal_autocheckpoint = 0')
  // Overwrites deleted rows with zeros. `vacuum` clears what this misses.
  sqlite.pragma('secure_delete = ON')
  addFunctions(sqlite)
}
