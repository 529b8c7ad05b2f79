import { existsSync, mkdirSync } from 'node:fs'
import { readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stampOf } from './folder'
import { BackupError, DATABASE, type Manifest, SECRET_KEY, UPLOADS } from './manifest'
import type { OpenBackup } from './open-backup'
import { extract, verifyBackup } from './verify'

/** Where a backup is restored to. */
export interface RestoreTarget {
  dataDir: string
  uploadsDir: string
  /** Moves what is there out of the way instead of refusing. */
  force: boolean
  /** Milliseconds since the Unix epoch. */
  now: number
}

/** What makes up a data folder, with what SQLite keeps beside its file. */
const OWN = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, SECRET_KEY]

/**
 * Makes a data folder of a backup. Everything is checked and unpacked beside its place first; only then it is moved
 * there, so that a failure leaves what was there before.
 *
 * @throws BackupError when the backup is damaged, or the folder holds data and `force` is not set.
 */
export async function restore(backup: OpenBackup, target: RestoreTarget): Promise<Manifest> {
  const { dataDir, uploadsDir } = target
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const taken = await takenPaths(target)
  if (taken.length > 0 && !target.force)
    throw new BackupError(
      `${taken[0]} is there already: restore into an empty folder, or use --force to move it aside.`,
    )
  await verifyBackup(backup, dataDir)
  const unpacked = join(dataDir, `.restoring-${process.pid}`)
  await rm(unpacked, { recursive: true, force: true })
  try {
    await unpack(backup, unpacked)
    await moveAside(taken, join(dataDir, `before-restore-${stampOf(target.now)}`))
    mkdirSync(dirname(uploadsDir), { recursive: true, mode: 0o700 })
    await rename(join(unpacked, UPLOADS), uploadsDir)
    for (const name of [SECRET_KEY, DATABASE])
      if (existsSync(join(unpacked, name))) await rename(join(unpacked, name), join(dataDir, name))
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
  return backup.manifest
}

async function takenPaths({ dataDir, uploadsDir }: RestoreTarget): Promise<string[]> {
  const own = OWN.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  const uploads = await readdir(uploadsDir).catch(() => [])
  return uploads.length > 0 ? [...own, uploadsDir] : own
}

async function unpack(backup: OpenBackup, folder: string): Promise<void> {
  mkdirSync(join(folder, UPLOADS), { recursive: true, mode: 0o700 })
  for (const file of backup.manifest.files) {
    const path = join(folder, file.path)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await extract(backup, file, path)
    const modified = new Date(file.modifiedAt)
    await utimes(path, modified, modified)
  }
}

async function moveAside(paths: readonly string[], folder: string): Promise<void> {
  if (paths.length === 0) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const path of paths) await rename(path, join(folder, path.split('/').at(-1) ?? ''))
}
