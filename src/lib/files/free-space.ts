import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the bytes that processes without administrator rights can still write to the disk of a folder. @throws Error */
export function getFreeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Like `getFreeSpace`, also for a folder that does not exist yet: then of the folder in which it would be created.
 * Undefined if the disk does not respond.
 */
export function findFreeSpace(folder: string): number | undefined {
  if (!existsSync(folder) && dirname(folder) !== folder) return findFreeSpace(dirname(folder))
  try {
    return getFreeSpace(folder)
  } catch {
    return undefined
  }
}
