import { chmodSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Paths in a data folder that other users of the machine must not read. */
interface Secrets {
  dataDir: string
  databaseFile: string
  uploadsDir: string
}

const OTHERS = 0o077
const KEY = 'secret.key'

/**
 * Denies other users of the machine access to the database, its copies, the key and the uploads, where earlier releases
 * or restored backups allowed it. Does not change the data folder itself, because other users may need to traverse it.
 */
export function closeToOthers({ dataDir, databaseFile, uploadsDir }: Secrets): void {
  const folder = dirname(databaseFile)
  const copies = namesIn(folder).filter((name) => name.startsWith(basename(databaseFile)))
  for (const path of [join(dataDir, KEY), uploadsDir, ...copies.map((name) => join(folder, name))])
    close(path)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function close(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o777 & ~OTHERS)
  } catch {
    // The file does not exist, or belongs to another user, which `doctor` reports.
  }
}
