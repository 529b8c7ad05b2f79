import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatFileSize } from '@/lib/files/file-size'
import { getFreeSpace } from '@/lib/files/free-space'
import { checkpoint } from '@/store/db/connections/maintenance'
import type { OpenDatabase } from '@/store/db/connections/open'
import { explained } from '@/store/db/connections/open-for-server'
import { copyBytes } from './upgrade-copies'

/** Bytes of a database file before and after. */
export interface VacuumResult {
  before: number
  after: number
}

type Environment = Record<string, string | undefined>

/**
 * Rewrites a database without its free pages, which returns their space to the disk. Runs in one transaction, which is
 * durable when the function returns; after a kill, a power cut or a full disk the database is unchanged. Blocks all
 * other writes.
 *
 * @throws Error when a disk lacks the space that it needs temporarily; DatabaseError when it fails.
 */
export async function vacuum(
  { db, sqlite }: OpenDatabase,
  env: Environment,
): Promise<VacuumResult> {
  try {
    await checkpoint(db)
    const before = statSync(sqlite.name).size
    requireSpace(sqlite.name, env)
    sqlite.exec('vacuum')
    // The checkpoint shrinks the file and makes the change durable.
    await checkpoint(db)
    return { before, after: statSync(sqlite.name).size }
  } catch (error) {
    throw explained(error, sqlite.name)
  }
}

/**
 * SQLite first writes the whole database to a temporary file, and then to the write-ahead log.
 *
 * @throws Error when a disk lacks the space for that.
 */
export function requireSpace(database: string, env: Environment): void {
  const bytes = copyBytes(database)
  const [data, temporary] = [dirname(database), temporaryFolder(env)]
  const isOneDisk = statSync(data).dev === statSync(temporary).dev
  requireFree(data, isOneDisk ? 2 * bytes : bytes)
  if (!isOneDisk) requireFree(temporary, bytes)
}

function requireFree(folder: string, needed: number): void {
  const free = getFreeSpace(folder)
  if (free < needed)
    throw new Error(
      `There is no space to vacuum: ${formatFileSize(needed)} are needed until it is done, and ${formatFileSize(free)} are free on the disk of ${folder}. Free some space, or set SQLITE_TMPDIR to another folder for temporary files; nothing was changed.`,
    )
}

/** The folder that SQLite chooses for temporary files (https://sqlite.org/tempfiles.html, section 5). */
function temporaryFolder({ SQLITE_TMPDIR, TMPDIR }: Environment): string {
  const folders = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp']
  return folders.find((folder) => folder !== undefined && isWritableFolder(folder)) ?? '.'
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
