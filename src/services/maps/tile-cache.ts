import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A cache of map tiles on disk. Disk errors are treated as a missing tile. */
export interface TileCache {
  find: (key: string) => Promise<{ bytes: Uint8Array; isFresh: boolean } | undefined>
  store: (key: string, bytes: Uint8Array) => Promise<void>
}

/** Number of slots. A tile replaces another one with the same hash, so the cache needs no cleanup. */
const PLACES = 8192
/** Larger tiles are not cached, so that all slots together use at most half a gigabyte. */
const LIMIT = 64 * 1024
const FRESH = 30 * 24 * 3_600_000
/** CRC-32 of the rest, then the length of the key. */
const HEADER = 6

/**
 * Opens a cache of bounded size in a folder. Threads and processes may share it: the checksum reveals an entry that
 * another one is writing.
 */
export function openTileCache(folder: string): TileCache {
  const pathOf = (key: string) => {
    const place = Bun.hash.xxHash32(key) % PLACES
    return join(folder, String(place >> 7).padStart(2, '0'), `${place}`)
  }
  return {
    find: async (key) => {
      try {
        const path = pathOf(key)
        const entry = await readEntry(path, key)
        const { mtimeMs } = await stat(path)
        return entry && { bytes: entry, isFresh: Date.now() - mtimeMs < FRESH }
      } catch {
        return undefined
      }
    },
    store: async (key, bytes) => {
      if (bytes.length > LIMIT) return
      try {
        const path = pathOf(key)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, toEntry(key, bytes))
      } catch {
        // A full or read-only disk only makes maps slower.
      }
    },
  }
}

function toEntry(key: string, bytes: Uint8Array): Uint8Array {
  const name = Buffer.from(key)
  const entry = Buffer.alloc(HEADER + name.length + bytes.length)
  entry.writeUInt16LE(name.length, 4)
  entry.set(name, HEADER)
  entry.set(bytes, HEADER + name.length)
  entry.writeUInt32LE(Bun.hash.crc32(entry.subarray(4)))
  return entry
}

/** The bytes of an entry, if it is complete and has this key. */
async function readEntry(path: string, key: string): Promise<Uint8Array | undefined> {
  const file = await open(path)
  const entry = await file.readFile().finally(() => file.close())
  if (entry.length < HEADER || Bun.hash.crc32(entry.subarray(4)) !== entry.readUInt32LE())
    return undefined
  const start = HEADER + entry.readUInt16LE(4)
  return entry.toString('utf8', HEADER, start) === key ? entry.subarray(start) : undefined
}
