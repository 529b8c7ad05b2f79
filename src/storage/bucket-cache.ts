import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '@/lib/clock'

type Times = Pick<Clock, 'now' | 'elapsed'>

/** Copies on this disk of files that are in a bucket, those that were used last. */
export interface BucketCache {
  pathOf: (relative: string) => string
  /** The copy of a file; undefined when there is none. */
  find: (relative: string) => string | undefined
  /** Moves a file into the cache as the copy of one; others may have to go. Answers its path. */
  put: (from: string, relative: string) => Promise<string>
  remove: (relative: string) => Promise<void>
}

/** Milliseconds for which a copy that was just used is not removed: somebody may be about to open it. */
const GRACE = 600_000

/** A cache in a folder, of so many bytes; what a process before this one has left is used, too. */
export function openBucketCache(root: string, mostBytes: number, clock: Times): BucketCache {
  mkdirSync(root, { recursive: true })
  const pathOf = (relative: string) => join(root, ...relative.split('/').map(encodeURIComponent))
  // A Map lists its keys in the order they were set: the first is the one used longest ago.
  const copies = new Map(
    listCopies(root, clock).map(({ path, size, usedAt }) => [path, { size, usedAt }] as const),
  )
  let bytes = copies.values().reduce((sum, { size }) => sum + size, 0)
  const note = (path: string, size: number) => {
    bytes += size - (copies.get(path)?.size ?? 0)
    copies.delete(path)
    copies.set(path, { size, usedAt: clock.elapsed() })
  }
  const drop = async (path: string) => {
    bytes -= copies.get(path)?.size ?? 0
    copies.delete(path)
    await rm(path, { force: true })
  }
  const makeRoom = async () => {
    const before = clock.elapsed() - GRACE
    for (const [path, { usedAt }] of [...copies])
      if (bytes > mostBytes && usedAt < before) await drop(path)
  }
  return {
    pathOf,
    find: (relative) => {
      const path = pathOf(relative)
      const known = copies.get(path)
      if (!known || !existsSync(path)) return undefined
      note(path, known.size)
      return path
    },
    put: async (from, relative) => {
      const path = pathOf(relative)
      mkdirSync(dirname(path), { recursive: true })
      await rename(from, path)
      const usedAt = new Date(clock.now())
      await utimes(path, usedAt, usedAt)
      note(path, statSync(path).size)
      await makeRoom()
      return path
    },
    remove: (relative) => drop(pathOf(relative)),
  }
}

/** The files that are in a cache, the one used longest ago first; by the time that elapses. */
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
