import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How many files are looked at before other work gets its turn. */
const BATCH = 32

/** Bytes of all files in a folder and the folders below it; 0 when it is missing. Files may come and go meanwhile. */
export async function folderSize(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const sum = { bytes: 0 }
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH)
    const sizes = await Promise.all(batch.map((entry) => entrySize(path, entry)))
    for (const size of sizes) sum.bytes += size
  }
  return sum.bytes
}

async function entrySize(folder: string, entry: Dirent): Promise<number> {
  const path = join(folder, entry.name)
  if (entry.isDirectory()) return folderSize(path)
  if (!entry.isFile()) return 0
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
