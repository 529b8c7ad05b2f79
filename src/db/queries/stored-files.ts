import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { pagesById } from '@/db/pages-by-id'
import type { Tables } from '@/db/tables.gen'

/** Rows that are looked at before others get a turn. */
const AT_ONCE = 500

/** The columns that name files: originals (also those kept beside others), map images, pictures, archives. */
const COLUMNS = {
  workouts: ['original_file', 'map_file'],
  users: ['picture'],
  kept_originals: ['path'],
  user_tasks: ['file_path'],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] }

/**
 * Every file that a row refers to, below the uploads folder, some of them twice. They are read bit by bit, however many
 * they are.
 */
export async function* storedFilesOf(db: Db): AsyncGenerator<string> {
  for (const [table, columns] of Object.entries(COLUMNS)) yield* filesOf(db, table, columns)
}

async function* filesOf(db: Db, table: string, columns: readonly string[]): AsyncGenerator<string> {
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
