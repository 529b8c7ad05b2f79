import Database from 'better-sqlite3'

/** Writes the log of a database into it over a connection of its own, so that no other one is kept from its work. */
export function checkpointFile(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true })
  try {
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('wal_checkpoint(passive)')
  } finally {
    sqlite.close()
  }
}
