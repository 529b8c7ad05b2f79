import { chmodSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What a data folder holds that is nobody else's business. */
interface Secrets {
  dataDir: string
  databaseFile: string
  uploadsDir: string
}

const OTHERS = 0o077
const KEY = 'secret.key'

/**
 * Closes the database with its copies, the key and the uploads to other users of the machine, where earlier releases
 * or restored backups left them open. The data folder itself stays as it is: others may have to pass through it.
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
    // It is not there, or somebody else's: `doctor` tells of it.
  }
}
