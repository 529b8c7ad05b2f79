import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { storedFilesOf } from './queries/stored-files'
import type { Tables } from './tables.gen'

/** A copy of a database that nobody else uses, as one file without a log. */
export interface DatabaseCopy {
  /** Every file that a row refers to, below the uploads folder, some of them twice. */
  storedFiles: () => AsyncIterable<string>
  counts: () => Promise<{ users: number; workouts: number }>
  /** What SQLite finds wrong with it; nothing when it is sound. */
  problems: () => string[]
  close: () => Promise<void>
}

/** Opens a copy. @throws when it is no database. */
export function openCopy(path: string): DatabaseCopy {
  const sqlite = new Database(path)
  sqlite.pragma('journal_mode = DELETE')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  const count = async (table: 'users' | 'workouts') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  return {
    storedFiles: () => storedFilesOf(db),
    counts: async () => ({ users: await count('users'), workouts: await count('workouts') }),
    problems: () => [
      ...(sqlite.pragma('integrity_check') as { integrity_check: string }[])
        .map(({ integrity_check }) => integrity_check)
        .filter((text) => text !== 'ok'),
      ...(sqlite.pragma('foreign_key_check') as { table: string }[]).map(
        ({ table }) => `a row of '${table}' refers to one that is not there`,
      ),
    ],
    close: () => db.destroy(),
  }
}
