import { existsSync, realpathSync } from 'node:fs'
import { readdir, rename, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { followerMark } from '@/db/follower-mark'
import { ownName, removeLeftBehind } from '@/lib/process-name'
import { makeFolder, sync } from '@/lib/sync'
import { stampOf } from './folder'
import {
  type BackedUpFile,
  BackupError,
  DATABASE,
  type Manifest,
  SECRET_KEY,
  UPLOADS,
} from './manifest'
import type { OpenBackup } from './open-backup'
import { percentOf, type TellStep } from './steps'
import { extract, verifyBackup } from './verify'

/** Where a backup is restored to. */
export interface RestoreTarget {
  dataDir: string
  /** It may be on another disk. */
  uploadsDir: string
  /** Moves what is there out of the way instead of refusing. */
  force: boolean
  /** Milliseconds since the Unix epoch. */
  now: number
  tell?: TellStep
}

/** What makes up a data folder, with what SQLite and Litestream keep beside the database. */
const OWN = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, followerMark(DATABASE), SECRET_KEY]
/** How folders are named into which a backup is unpacked. */
const UNPACKED = '.restoring-'

/**
 * Makes a data folder of a backup. Everything is checked, and unpacked beside its place and on disk, first; only then it
 * is moved there, so that a failure leaves what was there before.
 *
 * @throws BackupError when the backup is damaged, or the folder holds data and `force` is not set.
 */
export async function restore(backup: OpenBackup, given: RestoreTarget): Promise<Manifest> {
  const { dataDir, uploadsDir } = given
  await makeFolder(dataDir, 0o700)
  await makeFolder(dirname(uploadsDir), 0o700)
  // What a link leads to is replaced, and the link stays.
  const target = {
    ...given,
    uploadsDir: existsSync(uploadsDir) ? realpathSync(uploadsDir) : uploadsDir,
  }
  const taken = await takenPaths(target)
  if (taken.length > 0 && !target.force)
    throw new BackupError(
      `${taken[0]} is there already: restore into an empty folder, or use --force to move it aside.`,
    )
  await verifyBackup(backup, dataDir, given.tell)
  const parts = partsOf(target)
  for (const { unpacked } of parts) await removeLeftBehind(dirname(unpacked), UNPACKED)
  try {
    await unpack(backup, target)
    const aside = taken.map((path) => ({ from: path, to: asideOf(path, target.now) }))
    const restored = parts.map(({ name, unpacked, to }) => ({ from: join(unpacked, name), to }))
    await moveAll([...aside, ...restored.filter(({ from }) => existsSync(from))])
  } finally {
    for (const { unpacked } of parts) await rm(unpacked, { recursive: true, force: true })
  }
  return backup.manifest
}

/** What a data folder is made of: where it is unpacked, on the disk to which it belongs, and where it is moved. */
interface Part {
  name: string
  unpacked: string
  to: string
}

const unpackedIn = (folder: string) => join(folder, ownName(UNPACKED))

/** The database comes last: without one, nothing is begun with the others. */
const partsOf = ({ dataDir, uploadsDir }: RestoreTarget): Part[] => [
  { name: UPLOADS, unpacked: unpackedIn(dirname(uploadsDir)), to: uploadsDir },
  ...[SECRET_KEY, DATABASE].map((name) => ({
    ...{ name, unpacked: unpackedIn(dataDir), to: join(dataDir, name) },
  })),
]

async function takenPaths({ dataDir, uploadsDir }: RestoreTarget): Promise<string[]> {
  const own = OWN.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  const uploads = await readdir(uploadsDir).catch(() => [])
  return uploads.length > 0 ? [...own, uploadsDir] : own
}

const asideOf = (path: string, now: number) =>
  join(dirname(path), `before-restore-${stampOf(now)}`, basename(path))

/** Files that are written before they are waited for: together they are on disk sooner. */
const AT_ONCE = 64

async function unpack(
  backup: OpenBackup,
  { dataDir, uploadsDir, tell }: RestoreTarget,
): Promise<void> {
  const [uploads, data] = [unpackedIn(dirname(uploadsDir)), unpackedIn(dataDir)]
  await makeFolder(join(uploads, UPLOADS), 0o700)
  await makeFolder(data, 0o700)
  const folders = new Set<string>()
  const { files } = backup.manifest
  const count = percentOf(files, 'unpacking', tell)
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const written: string[] = []
    for (const file of files.slice(from, from + AT_ONCE)) {
      const path = join(file.path.startsWith(`${UPLOADS}/`) ? uploads : data, file.path)
      await write(backup, file, path)
      count(file)
      written.push(path)
      folders.add(dirname(path))
    }
    await Promise.all(written.map(sync))
  }
  for (const folder of folders) await sync(folder)
}

async function write(backup: OpenBackup, file: BackedUpFile, path: string): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  await extract(backup, file, path)
  const modified = new Date(file.modifiedAt)
  await utimes(path, modified, modified)
}

interface Move {
  from: string
  to: string
}

/** Moves one after the other, all or none; their names are on disk then. */
async function moveAll(moves: readonly Move[]): Promise<void> {
  const done: Move[] = []
  try {
    for (const move of moves) {
      await makeFolder(dirname(move.to), 0o700)
      await rename(move.from, move.to)
      done.push(move)
    }
  } catch (error) {
    for (const { from, to } of done.toReversed()) await rename(to, from)
    throw error
  }
  for (const folder of new Set(moves.flatMap(({ from, to }) => [dirname(from), dirname(to)])))
    await sync(folder)
}
