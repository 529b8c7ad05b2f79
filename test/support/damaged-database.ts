import { closeSync, openSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Damages the first page of a table, as a failing disk does. The database must be closed. */
export function damageTable(file: string, table: string): void {
  const sqlite = new Database(file)
  sqlite.pragma('journal_mode = DELETE')
  const size = Number(sqlite.pragma('page_size', { simple: true }))
  const { rootpage } = sqlite
    .prepare<[string], { rootpage: number }>('select rootpage from sqlite_schema where name = ?')
    .get(table) ?? { rootpage: 0 }
  sqlite.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(200, 0xff), 0, 200, size * (rootpage - 1))
  closeSync(handle)
}
