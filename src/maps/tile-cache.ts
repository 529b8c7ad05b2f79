import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Map tiles on disk. Whatever goes wrong with the disk reads as "not there". */
export interface TileCache {
  find: (key: string) => Promise<{ bytes: Uint8Array; isFresh: boolean } | undefined>
  keep: (key: string, bytes: Uint8Array) => Promise<void>
}

/** Places for tiles; a tile takes the place of another one with the same hash, so there is nothing to clear up. */
const PLACES = 8192
/** Larger tiles are not kept: all places together take at most half a gigabyte. */
const LARGEST = 64 * 1024
const FRESH = 30 * 24 * 3_600_000
/** CRC-32 of the rest, length of the key. */
const HEADER = 6

/**
 * A cache of bounded size in a folder, which may be shared between threads and processes: what another one is just
 * writing does not match its checksum.
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
    keep: async (key, bytes) => {
      if (bytes.length > LARGEST) return
      try {
        const path = pathOf(key)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, toEntry(key, bytes))
      } catch {
        // A full or read-only disk makes maps slower, not impossible.
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

/** The bytes of an entry that is whole and has this key. */
async function readEntry(path: string, key: string): Promise<Uint8Array | undefined> {
  const file = await open(path)
  const entry = await file.readFile().finally(() => file.close())
  if (entry.length < HEADER || Bun.hash.crc32(entry.subarray(4)) !== entry.readUInt32LE())
    return undefined
  const start = HEADER + entry.readUInt16LE(4)
  return entry.toString('utf8', HEADER, start) === key ? entry.subarray(start) : undefined
}
