import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import { pagesById } from '@/store/db/pages-by-id'
import type { Tables } from '@/store/db/schema/tables.gen'

/** Rows to read before yielding to other work. */
const AT_ONCE = 500

/** The columns with paths of files: originals (also additional ones), map images, pictures, photos, archives. */
const COLUMNS = {
  workouts: ['original_file', 'map_file'],
  users: ['picture'],
  photos: ['file', 'screen_file', 'thumbnail_file'],
  kept_originals: ['path'],
  user_tasks: ['file_path'],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] }

/**
 * Yields every file that a row refers to, relative to the uploads folder; some are repeated. Rows are read in pages.
 * For databases of older releases, only existing columns are read; no migration renames one.
 */
export async function* listStoredFiles(db: Db): AsyncGenerator<string> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const existing = await listExistingColumns(db, table)
    const read = columns.filter((column) => existing.has(column))
    if (read.length > 0) yield* listFilesIn(db, table, read)
  }
}

/** The columns of a table; empty if it does not exist. */
async function listExistingColumns(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table})`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function* listFilesIn(
  db: Db,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string> {
  const selected = sql.join(['id', ...columns].map((column) => sql.ref(column)))
  const read = async (after: number) => {
    const { rows } = await sql<{ id: number; [column: string]: unknown }>`
      select ${selected} from ${sql.table(table)}
      where id > ${after} order by id limit ${AT_ONCE}`.execute(db)
    return rows
  }
  for await (const rows of pagesById(read)) {
    for (const row of rows)
      for (const column of columns) {
        const file = row[column]
        if (typeof file === 'string') yield file
      }
    await setImmediate()
  }
}
