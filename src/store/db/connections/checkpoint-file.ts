import Database from 'better-sqlite3'

/** Runs a checkpoint over a separate connection, so that other connections can be used at the same time. */
export function checkpointFile(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true })
  try {
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('wal_checkpoint(passive)')
  } finally {
    sqlite.close()
  }
}
