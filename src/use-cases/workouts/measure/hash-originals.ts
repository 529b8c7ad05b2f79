import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { pagesById } from '@/store/db/pages-by-id'
import { listUnhashed } from '@/store/db/queries/workouts/workout-duplicates'
import { readStored } from '@/store/files/read-stored'
import { storeHash } from '@/use-cases/workouts/write/write-workout'

const BATCH_SIZE = 50

/**
 * Hashes originals that were stored before hashes existed, and detects duplicate workouts with the same file. Skips
 * missing files. Returns the number of files hashed.
 */
export async function hashOriginals(ctx: AppContext): Promise<number> {
  let hashed = 0
  for await (const workouts of pagesById((after) =>
    listUnhashed(ctx.db, { after, limit: BATCH_SIZE }),
  ))
    for (const workout of workouts) {
      const { original_file: path } = workout
      const content = path === null ? undefined : await readStored(ctx.files, path)
      if (content === undefined) continue
      const hash = await hashContent(content)
      await transact(ctx, (tx) => storeHash(tx, workout, hash))
      hashed += 1
    }
  return hashed
}

/** Returns the SHA-256 hash as hexadecimal text. */
export async function hashContent(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}
