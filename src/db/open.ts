import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import { Connections } from './connections'
import { ConnectionsDialect } from './dialect'
import { periodNumber } from './period-number'
import { Statements } from './statements'
import type { Tables } from './tables.gen'

export type Db = Kysely<Tables>

/** An open database: typed queries, and the raw connection that writes, for backups and checks. */
export interface OpenDatabase {
  db: Db
  sqlite: Database.Database
}

/** Milliseconds after which a write is given up while another process keeps the database locked. */
const PATIENCE = 5000
/** Bytes to which the log is cut once it has been emptied: an import leaves one that is many times as large. */
const LOG_LEFT = 4 * 1024 * 1024
/** Milliseconds of that which SQLite may wait at a time: nothing else can be done meanwhile. */
const BUSY_TIMEOUT = 10

/**
 * Opens a database file, or a serialised copy of one, with the pragmas the server relies on.
 *
 * NOTE a commit that was answered survives a power cut. `synchronous` is NORMAL all the same: with FULL SQLite would wait
 * for the disk at each commit, and with it everybody who asks for something. `transact` waits for it instead, several at a
 * time, before anything follows from what was committed. `Files.keep` is the other half: it syncs a file and its folder
 * before the row that names it is committed. What would be done again anyway does without (`syncedLater` of `transact`).
 */
export function openDatabase(
  source: string | Buffer,
  { patience = PATIENCE }: { patience?: number } = {},
): OpenDatabase {
  const sqlite = new Database(source)
  sqlite.pragma('journal_mode = WAL')
  configure(sqlite)
  const reader = sqlite.memory ? undefined : new Database(sqlite.name, { readonly: true })
  if (reader) configure(reader)
  const connections = new Connections({
    file: sqlite.memory ? undefined : sqlite.name,
    writer: new Statements(sqlite),
    reader: reader && new Statements(reader),
    patience,
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
  sqlite.pragma(`journal_size_limit = ${LOG_LEFT}`)
  addFunctions(sqlite)
}

/** Makes the functions known that our statements use. */
export function addFunctions(sqlite: Database.Database): void {
  sqlite.function('fold_case', { deterministic: true }, foldCase)
  sqlite.function('period_number', { deterministic: true }, periodNumber())
}

/**
 * The same for texts that differ only in case, for all of Unicode; SQLite's own `lower` knows ASCII only. Both steps
 * are needed: some capitals share a small letter (K and the Kelvin sign), some small letters a capital (σ and ς).
 */
const foldCase = (text: unknown) =>
  typeof text === 'string' ? text.toLowerCase().toUpperCase() : text
