import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { formatFileSize } from '@/lib/files/file-size'
import { formatFileStamp } from '@/lib/files/file-stamp'
import { getFreeSpace } from '@/lib/files/free-space'
import { fsyncFile } from '@/lib/files/fsync'

/** Number of copies to retain, including that of the last upgrade. */
const UPGRADE_COPIES = 3

const PARTIAL = '.partial'
/** Suffixes of the files that SQLite may create for a database. */
const SQLITE_FILES = ['', '-journal', '-wal', '-shm']
/** The suffix of a copy: a migration and a time. Copies of 0.1.0 have no time. */
const COPY = /^\.before-(\d{4}-[a-z\d-]+?)(?:\.(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ))?$/
const PARTIAL_COPY = /^\.before-.+\.partial(?:-journal|-wal|-shm)?$/

/**
 * Returns a path for a copy of a database before `migration` is applied: `<database>.before-<migration>.<time>`. No
 * file has this name yet, so an upgrade after a rollback never mistakes an older copy for its own.
 */
export function upgradeCopyPath(database: string, migration: string, now: number): string {
  const path = `${database}.before-${migration}.${formatFileStamp(now)}Z`
  return existsSync(path) ? upgradeCopyPath(database, migration, now + 1000) : path
}

/** Paths of the copies that upgrades made of a database, oldest first. */
export function listUpgradeCopies(database: string): string[] {
  const keyOf = (end: string) => {
    const [, migration, time] = COPY.exec(end) ?? []
    return `${time ?? ''} ${migration}`
  }
  return listSuffixes(database)
    .filter((end) => COPY.test(end) && !/-(?:journal|wal|shm)$/.test(end))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map((end) => database + end)
}

/** Suffixes of the files whose names begin with the name of the database. */
const listSuffixes = (database: string) =>
  readdirSync(dirname(database))
    .filter((name) => name.startsWith(basename(database)))
    .map((name) => name.slice(basename(database).length))

/** Bytes that a copy needs: those of the database and of its write-ahead log. */
export const copyBytes = (database: string): number =>
  [database, `${database}-wal`].reduce((sum, path) => sum + getFileSize(path), 0)

const getFileSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** @throws Error when the disk lacks space for a copy of the database. */
export function requireSpaceForCopy(database: string): void {
  // A partial copy of an interrupted upgrade is deleted first, which frees its space.
  const partial = partialCopies(database).reduce((sum, path) => sum + getFileSize(path), 0)
  const free = getFreeSpace(dirname(database)) + partial
  const needed = copyBytes(database)
  if (free < needed)
    throw new Error(
      `There is no space for a copy of the database, which an upgrade makes first: ${formatFileSize(needed)} are needed, and ${formatFileSize(free)} are free on the disk of ${dirname(database)}. Free some space, then try again; nothing was changed.`,
    )
}

const partialCopies = (database: string) =>
  listSuffixes(database)
    .filter((end) => PARTIAL_COPY.test(end))
    .map((end) => database + end)

interface CopyOptions {
  /** The first migration that will be applied. */
  migration: string
  /** Milliseconds since the Unix epoch. */
  now: number
  /** Called repeatedly while copying. */
  onStep: (file: string, percent: number) => void
}

/** Pages copied between two calls of `onProgress`. */
const PAGES = 5000

/**
 * Copies a database to a new file next to it, durably, and deletes older copies. Retains the newest three, and that of
 * the last completed upgrade, even if later ones were interrupted repeatedly. Returns the path of the copy.
 */
export async function copyBeforeUpgrade(
  sqlite: Database.Database,
  { migration, now, onStep: onProgress }: CopyOptions,
): Promise<string> {
  for (const path of partialCopies(sqlite.name)) rmSync(path, { force: true })
  const before = listUpgradeCopies(sqlite.name)
  const file = upgradeCopyPath(sqlite.name, migration, now)
  const partial = file + PARTIAL
  try {
    await sqlite.backup(partial, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(file, totalPages > 0 ? Math.floor(100 * (1 - remainingPages / totalPages)) : 0)
        return PAGES
      },
    })
    renameSync(partial, file)
  } finally {
    for (const end of SQLITE_FILES) rmSync(partial + end, { force: true })
  }
  await fsyncFile(dirname(file))
  deleteOldCopies(before, lastUpgradeCopy(before, sqlite))
  return file
}

/** Deletes copies. `before` are those that existed before the newest one, oldest first. */
function deleteOldCopies(before: readonly string[], needed: string | undefined): void {
  const old = before.slice(0, Math.max(0, before.length - (UPGRADE_COPIES - 1)))
  for (const path of old)
    if (path !== needed) for (const end of SQLITE_FILES) rmSync(path + end, { force: true })
}

/** The newest copy from before the last applied migration. */
function lastUpgradeCopy(copies: readonly string[], sqlite: Database.Database): string | undefined {
  const last = sqlite
    .prepare<[], { time: string | null }>('select max(timestamp) as time from kysely_migration')
    .get()?.time
  if (!last) return undefined
  const applied = `${formatFileStamp(Date.parse(last))}Z`
  const timeOf = (path: string) => COPY.exec(path.slice(sqlite.name.length))?.[2] ?? ''
  return copies.findLast((path) => timeOf(path) <= applied)
}
