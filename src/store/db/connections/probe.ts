import { accessSync, constants } from 'node:fs'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { connectionsOf } from './dialect'
import type { Db } from './open'
import { openedFile, requireSame } from './same-file'

/** Small tables that every request needs. */
const ESSENTIAL = ['users', 'app_config', 'sports']

/**
 * Checks that a database still works.
 * @throws Error with the reason when it does not.
 */
export type DatabaseProbe = () => void

/**
 * Creates a probe for an open database. It reads essential tables from the disk again, since cached pages stay readable
 * when the disk fails, and checks that the file still exists and is writable. It writes nothing. A database in memory
 * always passes.
 */
export function databaseProbe(db: Db): DatabaseProbe {
  const connections = connectionsOf(db)
  const { file } = connections
  if (file === undefined) return () => undefined
  const opened = openedFile(file)
  return () => {
    if (connections.failure) throw connections.failure
    requireSame(opened)
    accessSync(file, constants.W_OK)
    readTables(file)
  }
}

/** Returns the version of SQLite. */
export async function findSqliteVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  return rows[0]?.version ?? ''
}

function readTables(file: string): void {
  const sqlite = new Database(file, { readonly: true })
  try {
    for (const table of ESSENTIAL) {
      const result = sqlite.pragma(`quick_check('${table}')`, { simple: true })
      if (result !== 'ok') throw new Error(`${file} is damaged: ${result}`)
    }
  } finally {
    sqlite.close()
  }
}
