import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncFile } from '@/lib/files/fsync'
import type { Clock } from '@/lib/time/clock'

type Times = Pick<Clock, 'now' | 'elapsed'>

/** Local copies of the most recently used files of a bucket. */
export interface BucketCache {
  pathOf: (relative: string) => string
  /** Path of the cached copy of a file; undefined if it is not cached. */
  find: (relative: string) => string | undefined
  /** Moves a file into the cache and returns its new path. May delete other copies to make space. */
  put: (from: string, relative: string) => Promise<string>
  remove: (relative: string) => Promise<void>
}

/** Milliseconds for which a copy is not deleted after its last use, because a reader may be about to open it. */
const GRACE = 600_000

/** Opens a cache of up to `maxBytes` in a folder. Reuses the copies that an earlier process left there. */
export function openBucketCache(root: string, maxBytes: number, clock: Times): BucketCache {
  mkdirSync(root, { recursive: true })
  const pathOf = (relative: string) => join(root, ...relative.split('/').map(encodeURIComponent))
  // A Map iterates in insertion order, so that the first copy is the least recently used one.
  const copies = new Map(
    listCopies(root, clock).map(({ path, size, usedAt }) => [path, { size, usedAt }] as const),
  )
  let bytes = copies.values().reduce((sum, { size }) => sum + size, 0)
  const record = (path: string, size: number) => {
    bytes += size - (copies.get(path)?.size ?? 0)
    copies.delete(path)
    copies.set(path, { size, usedAt: clock.elapsed() })
  }
  const drop = async (path: string) => {
    bytes -= copies.get(path)?.size ?? 0
    copies.delete(path)
    await rm(path, { force: true })
  }
  const evict = async () => {
    const before = clock.elapsed() - GRACE
    for (const [path, { usedAt }] of [...copies])
      if (bytes > maxBytes && usedAt < before) await drop(path)
  }
  return {
    pathOf,
    find: (relative) => {
      const path = pathOf(relative)
      const known = copies.get(path)
      if (!known || !existsSync(path)) return undefined
      record(path, known.size)
      return path
    },
    put: async (from, relative) => {
      const path = pathOf(relative)
      mkdirSync(dirname(path), { recursive: true })
      // Without an fsync, a power cut could leave a copy with the right size but without its bytes.
      await fsyncFile(from)
      await rename(from, path)
      const usedAt = new Date(clock.now())
      await utimes(path, usedAt, usedAt)
      record(path, statSync(path).size)
      await evict()
      return path
    },
    remove: (relative) => drop(pathOf(relative)),
  }
}

/** Lists the files in a cache, least recently used first, with their last use as elapsed time. */
function listCopies(root: string, clock: Times): { path: string; size: number; usedAt: number }[] {
  const [now, elapsed] = [clock.now(), clock.elapsed()]
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = statSync(path)
      return { path, size, mtimeMs, usedAt: elapsed - Math.max(0, now - mtimeMs) }
    })
    .toSorted((one, other) => one.mtimeMs - other.mtimeMs)
}
