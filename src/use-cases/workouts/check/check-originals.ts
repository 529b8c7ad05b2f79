import type { AppContext } from '@/services/context'
import type { Db } from '@/store/db/connections/open'
import { pagesById } from '@/store/db/pages-by-id'
import {
  listHashedPreviousOriginals,
  listHashedWorkouts,
} from '@/store/db/queries/workouts/workout-duplicates'
import { type Finding, findingOf } from '@/store/db/schema/check'
import { WrongRowCounter } from '@/store/db/schema/wrong-values'
import { readStored } from '@/store/files/read-stored'
import { hashContent } from '@/use-cases/workouts/measure/hash-originals'

const PAGE = 500

interface Deps {
  db: Db
  files: Pick<AppContext['files'], 'fetch'>
}

/** Tables with the hash of a stored file, and the functions that list their rows. */
const HASHED = [
  { table: 'workouts', column: 'original_hash', list: listHashedWorkouts },
  { table: 'kept_originals', column: 'hash', list: listHashedPreviousOriginals },
] as const

/**
 * Compares the stored hash of every original with its file, which takes as long as reading all of them. Missing files
 * are not reported, because `milepost doctor` lists them. Repairs nothing: a damaged file must be restored from a
 * backup.
 */
export async function checkOriginals(ctx: Deps): Promise<Finding[]> {
  const wrong = new WrongRowCounter()
  for (const { table, column, list } of HASHED)
    for await (const rows of pagesById((after) => list(ctx.db, { after, limit: PAGE })))
      for (const { id, path, hash } of rows) {
        const recomputed = path === null ? hash : await hashOfFile(ctx, path)
        if (recomputed !== undefined && recomputed !== hash)
          wrong.add([{ table, column, row: `id ${id}, ${path}`, stored: hash, recomputed }])
      }
  const columns = HASHED.map(({ table, column }) => `${table}.${column}`)
  return [findingOf({ what: 'hashes of originals', columns }, wrong)]
}

/** Returns the hash of a stored file, or the error message if it cannot be read; undefined when it is missing. */
async function hashOfFile({ files }: Deps, path: string): Promise<string | undefined> {
  const content = await readStored(files, path)
  return content && hashContent(content).catch((error: Error) => error.message)
}
