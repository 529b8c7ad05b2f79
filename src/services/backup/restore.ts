import { existsSync, realpathSync } from 'node:fs'
import { readdir, rename, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { formatFileStamp } from '@/lib/files/file-stamp'
import { createFolder, fsyncFile, fsyncFolder } from '@/lib/files/fsync'
import { deleteLeftovers, uniqueName } from '@/lib/process/process-name'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { followerMark } from '@/store/db/replica/replica-mark'
import {
  type BackedUpFile,
  BackupError,
  DATABASE,
  type Manifest,
  SECRET_KEY,
  UPLOADS,
} from './manifest'
import type { OpenBackup } from './open-backup'
import { type OnBackupStep, progressCounter } from './steps'
import { extract, verifyBackup } from './verify'

/** The destination of a restore, and its options. */
export interface RestoreTarget {
  dataDir: string
  /** May be on another disk. */
  uploadsDir: string
  /** Moves existing data out of the way instead of failing. */
  force: boolean
  /** Milliseconds since the Unix epoch. */
  now: number
  onStep?: OnBackupStep
}

/** The files of a data folder, including those that SQLite and Litestream create next to the database. */
const OWN_FILES = [
  DATABASE,
  `${DATABASE}-wal`,
  `${DATABASE}-shm`,
  followerMark(DATABASE),
  SECRET_KEY,
]
/** Prefix of folders into which a backup is unpacked. */
const UNPACKED = '.restoring-'

/**
 * Restores a backup to a data folder. The backup is checked completely, and unpacked durably next to its destination,
 * before anything is moved, so that a failure leaves the existing data unchanged.
 *
 * @throws BackupError when the backup is damaged, or the folder contains data and `force` is not set.
 */
export async function restore(backup: OpenBackup, given: RestoreTarget): Promise<Manifest> {
  const { dataDir, uploadsDir } = given
  await createFolder(dataDir, 0o700)
  await createFolder(dirname(uploadsDir), 0o700)
  // If the uploads folder is a link, its target is replaced and the link is preserved.
  const target = {
    ...given,
    uploadsDir: existsSync(uploadsDir) ? realpathSync(uploadsDir) : uploadsDir,
  }
  const conflicts = await findConflicts(target)
  if (conflicts.length > 0 && !target.force)
    throw new BackupError(
      `${conflicts[0]} already exists: restore into an empty folder, or use --force to move it aside.`,
      { kind: 'denied' },
    )
  await verifyBackup(backup, dataDir, given.onStep)
  const parts = partsOf(target)
  for (const { unpacked } of parts) await deleteLeftovers(dirname(unpacked), UNPACKED)
  try {
    await unpack(backup, target)
    await mergeFormerLog(dataDir)
    const aside = conflicts
      .filter((path) => existsSync(path))
      .map((path) => ({ from: path, to: asideOf(path, target.now) }))
    const restored = parts.map(({ name, unpacked, to }) => ({ from: join(unpacked, name), to }))
    await moveAll([aside, restored.filter(({ from }) => existsSync(from))])
  } finally {
    for (const { unpacked } of parts) await rm(unpacked, { recursive: true, force: true })
  }
  return backup.manifest
}

/** A part of a data folder: `unpacked` is a temporary folder on the same disk as its destination `to`. */
interface Part {
  name: string
  unpacked: string
  to: string
}

const unpackedIn = (folder: string) => join(folder, uniqueName(UNPACKED))

/** The database is last: without it, a server does not use the other parts. */
const partsOf = ({ dataDir, uploadsDir }: RestoreTarget): Part[] => [
  { name: UPLOADS, unpacked: unpackedIn(dirname(uploadsDir)), to: uploadsDir },
  ...[SECRET_KEY, DATABASE].map((name) => ({
    ...{ name, unpacked: unpackedIn(dataDir), to: join(dataDir, name) },
  })),
]

async function findConflicts({ dataDir, uploadsDir }: RestoreTarget): Promise<string[]> {
  const own = OWN_FILES.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  const uploads = await readdir(uploadsDir).catch(() => [])
  return uploads.length > 0 ? [...own, uploadsDir] : own
}

/**
 * Lets SQLite checkpoint the WAL of the previous database. The two files cannot be moved atomically, and after a power
 * failure between the two moves the database that was moved aside would lack the content of its WAL.
 */
async function mergeFormerLog(dataDir: string): Promise<void> {
  const file = join(dataDir, DATABASE)
  if (!existsSync(file)) return
  try {
    await openOwnDatabase(file, () => undefined).db.destroy()
  } catch {
    // A damaged database, or one of another application, is moved unchanged.
  }
}

const asideOf = (path: string, now: number) =>
  join(dirname(path), `before-restore-${formatFileStamp(now)}`, basename(path))

/** Number of files that are written before they are fsynced concurrently, which is faster than one after the other. */
const AT_ONCE = 64

async function unpack(
  backup: OpenBackup,
  { dataDir, uploadsDir, onStep }: RestoreTarget,
): Promise<void> {
  const [uploads, data] = [unpackedIn(dirname(uploadsDir)), unpackedIn(dataDir)]
  await createFolder(join(uploads, UPLOADS), 0o700)
  await createFolder(data, 0o700)
  const folders = new Set<string>()
  const { files } = backup.manifest
  const count = progressCounter(files, 'unpacking', onStep)
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const written: string[] = []
    for (const file of files.slice(from, from + AT_ONCE)) {
      const path = join(file.path.startsWith(`${UPLOADS}/`) ? uploads : data, file.path)
      await write(backup, file, path)
      count(file)
      written.push(path)
      folders.add(dirname(path))
    }
    await Promise.all(written.map(fsyncFile))
  }
  for (const folder of folders) await fsyncFolder(folder)
}

async function write(backup: OpenBackup, file: BackedUpFile, path: string): Promise<void> {
  await createFolder(dirname(path), 0o700)
  await extract(backup, file, path)
  const modified = new Date(file.modifiedAt)
  await utimes(path, modified, modified)
}

interface Move {
  from: string
  to: string
}

/**
 * Performs all moves or none. Each group is durable before the next one begins: after a power failure, the WAL of the
 * previous database must not be next to the restored database.
 */
async function moveAll(groups: readonly (readonly Move[])[]): Promise<void> {
  const done: Move[] = []
  try {
    for (const moves of groups) {
      for (const move of moves) {
        await createFolder(dirname(move.to), 0o700)
        await rename(move.from, move.to)
        done.push(move)
      }
      await syncFolders(moves)
    }
  } catch (error) {
    for (const { from, to } of done.toReversed()) await rename(to, from)
    await syncFolders(done).catch(() => undefined)
    throw error
  }
}

/** Fsyncs the destination folders first: until the new names are durable, the removal of the old ones must not be. */
async function syncFolders(moves: readonly Move[]): Promise<void> {
  const folders = [...moves.map(({ to }) => dirname(to)), ...moves.map(({ from }) => dirname(from))]
  for (const folder of new Set(folders)) await fsyncFolder(folder)
}
