import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '@/context'
import { pagesById } from '@/db/pages-by-id'
import { listUnhashed } from '@/db/queries/workout-duplicates'
import { transact } from '@/db/transact'
import { readStored } from '@/storage/read-stored'
import { noteHash } from './write-workout'

const AT_ONCE = 50

/**
 * Hashes the originals that came before hashes were kept, and notes which workouts were made of the same file. Files
 * that are gone are passed over. Returns how many were hashed.
 */
export async function hashOriginals(ctx: AppContext): Promise<number> {
  let hashed = 0
  for await (const workouts of pagesById((after) => listUnhashed(ctx.db, after, AT_ONCE)))
    for (const workout of workouts) {
      const { original_file: path } = workout
      const content = path === null ? undefined : await readStored(ctx.files, path)
      if (content === undefined) continue
      const hash = await hashOf(content)
      await transact(ctx, (tx) => noteHash(tx, workout, hash))
      hashed += 1
    }
  return hashed
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}
