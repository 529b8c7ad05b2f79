import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { writeFileDurably } from '@/lib/files/fsync'

/** The folder for full backups, and the data folder of the server. */
export interface BackupTarget {
  to: string
  dataDir: string
}

/** File in the target by which a mounted disk is recognised: an empty mount point does not contain it. */
const MARKER = '.milepost-backups'
/** File in the data folder that contains the path of the marked target. */
const RECORD = 'backup-target.json'
/** Entries of a newly created file system. */
const EMPTY = ['lost+found']

/** The backup folder exists, but its disk is not mounted. */
export class UnmountedTargetError extends Error {
  override name = 'UnmountedTargetError'

  constructor(to: string) {
    super(
      `${to} is empty, although backups were made there: its disk is not mounted. Mount it. For a new disk, make the first backup by hand: milepost backup --to ${to}`,
    )
  }
}

/**
 * Whether the target is empty or missing although the server has used it before. Then its disk is not mounted, and a backup
 * would fill the disk below the mount point.
 */
export function isUnmounted({ to, dataDir }: BackupTarget): boolean {
  if (readRecord(dataDir) !== resolve(to)) return false
  return namesIn(to).every((name) => EMPTY.includes(name))
}

/**
 * Marks the target as used, so that `isUnmounted` can recognise it later.
 * @throws a system error.
 */
export function markTarget({ to, dataDir }: BackupTarget): void {
  if (!namesIn(to).includes(MARKER))
    writeFileSync(
      join(to, MARKER),
      'Milepost makes backups here. Without this file it takes an empty folder for a disk that is not mounted.\n',
      { mode: 0o600 },
    )
  if (readRecord(dataDir) !== resolve(to))
    writeFileDurably(join(dataDir, RECORD), `${JSON.stringify({ folder: resolve(to) })}\n`)
}

/** Whether target and data are on the same file system, so that a failed disk would take both. */
export const isOnSameDisk = ({ to, dataDir }: BackupTarget): boolean =>
  findDevice(to) === findDevice(dataDir)

/** The device of a path, or of the folder in which it would be created. */
function findDevice(path: string): number {
  if (existsSync(path)) return statSync(path).dev
  return dirname(path) === path ? 0 : findDevice(dirname(path))
}

/** The marked target; undefined if there is none, or if the record cannot be read. */
function readRecord(dataDir: string): string | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(join(dataDir, RECORD), 'utf8'))
    const folder = typeof record === 'object' && record && Reflect.get(record, 'folder')
    return typeof folder === 'string' ? folder : undefined
  } catch {
    return undefined
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
