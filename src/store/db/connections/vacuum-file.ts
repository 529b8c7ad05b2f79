import Database from 'better-sqlite3'
import { addFunctions } from './add-functions'

/**
 * Vacuums a database over a separate connection, so that other connections can read it. Blocks all other writes until
 * it returns; the new pages are then durable in the write-ahead log.
 */
export function vacuumFile(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true })
  try {
    addFunctions(sqlite)
    sqlite.pragma('synchronous = FULL')
    // SQLite ignores errors of automatic checkpoints.
    sqlite.pragma('wal_autocheckpoint = 0')
    sqlite.exec('vacuum')
  } finally {
    sqlite.close()
  }
}
