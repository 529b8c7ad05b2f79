import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { listStoredFiles } from '@/store/db/queries/tasks/stored-files'
import type { Tables } from './tables.gen'

/** A copy of a database that no other process uses, as one file without a write-ahead log. */
export interface DatabaseCopy {
  /** Yields every file that a row refers to, relative to the uploads folder; some are repeated. */
  storedFiles: () => AsyncIterable<string>
  counts: () => Promise<{ users: number; workouts: number }>
  /** Problems that SQLite finds; empty when the database is intact. */
  problems: () => string[]
  close: () => Promise<void>
}

/**
 * Opens a copy, which may have the schema of an older release.
 * @throws Error when it is not a database.
 */
export function openCopy(path: string): DatabaseCopy {
  const sqlite = new Database(path)
  sqlite.pragma('journal_mode = DELETE')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  const exists = sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
  const count = async (table: 'users' | 'workouts') => {
    // The oldest schemas have no table of workouts.
    if (!exists.get(table)) return 0
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  return {
    storedFiles: () => listStoredFiles(db),
    counts: async () => ({ users: await count('users'), workouts: await count('workouts') }),
    problems: () => findProblems(sqlite),
    close: () => db.destroy(),
  }
}

/** Problems that SQLite finds in the pages and references of a database with any schema; empty when it is intact. */
export const findProblems = (sqlite: Database.Database): string[] => [
  ...(sqlite.pragma('integrity_check') as { integrity_check: string }[])
    .map(({ integrity_check }) => integrity_check)
    .filter((text) => text !== 'ok'),
  ...(sqlite.pragma('foreign_key_check') as { table: string }[]).map(
    ({ table }) => `a row of '${table}' refers to one that is not there`,
  ),
]
