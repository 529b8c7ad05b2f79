import { setImmediate } from 'node:timers/promises'
import type { Db } from '@/db/open'
import { pagesById } from '@/db/pages-by-id'

/** Rows that are looked at before others get a turn. */
const AT_ONCE = 500

/**
 * Every file that a row refers to, below the uploads folder, some of them twice: originals (also those kept beside others),
 * map images, pictures, archives. They are read bit by bit, however many they are.
 */
export async function* storedFilesOf(db: Db): AsyncGenerator<string> {
  yield* pathsOf((after) =>
    db
      .selectFrom('workouts')
      .select(['id', 'original_file', 'map_file'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  )
  yield* pathsOf((after) =>
    db
      .selectFrom('users')
      .select(['id', 'picture'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  )
  yield* pathsOf((after) =>
    db
      .selectFrom('kept_originals')
      .select(['id', 'path'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  )
  yield* pathsOf((after) =>
    db
      .selectFrom('user_tasks')
      .select(['id', 'file_path'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  )
}

/** The paths in rows that are read a page at a time. */
async function* pathsOf(
  read: (after: number) => Promise<({ id: number } & Record<string, string | number | null>)[]>,
): AsyncGenerator<string> {
  for await (const rows of pagesById(read)) {
    for (const { id: _, ...paths } of rows)
      for (const path of Object.values(paths)) if (typeof path === 'string') yield path
    await setImmediate()
  }
}
