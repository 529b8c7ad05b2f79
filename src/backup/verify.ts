import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openCopy } from '@/db/open-copy'
import { isDiskFull } from '@/lib/faults'
import { meter } from './checksum'
import { type BackedUpFile, BackupError, DATABASE, databaseOf } from './manifest'
import type { OpenBackup } from './open-backup'
import { percentOf, type TellStep } from './steps'

/**
 * Writes a file of a backup to a path.
 *
 * @throws BackupError when its content is not what the manifest says.
 */
export async function extract(
  backup: OpenBackup,
  file: BackedUpFile,
  target: string | undefined,
): Promise<void> {
  const { through, result } = meter()
  try {
    const source = await backup.read(file)
    if (target === undefined) {
      through.resume()
      await pipeline(source, through)
    } else await pipeline(source, through, createWriteStream(target, { mode: 0o600 }))
  } catch (cause) {
    if (target !== undefined && isDiskFull(cause)) throw noRoom(target, cause)
    throw new BackupError(`${file.path} cannot be read from the backup.`, { cause })
  }
  const { sha256, size } = result()
  if (sha256 !== file.sha256 || size !== file.size)
    throw new BackupError(`${file.path} is damaged: its checksum does not agree.`)
}

/**
 * Reads all of a backup and checks its database with SQLite's own means; nothing but a file in `scratch` is written.
 *
 * @throws BackupError with the first thing that is wrong.
 */
export async function verifyBackup(
  backup: OpenBackup,
  scratch: string,
  tell?: TellStep,
): Promise<void> {
  const { files } = backup.manifest
  const count = percentOf(files, 'checking', tell)
  for (const file of files) {
    if (file.path === DATABASE) continue
    await extract(backup, file, undefined)
    count(file)
  }
  const database = databaseOf(backup.manifest)
  const folder = await mkdtemp(join(scratch, '.milepost-verify-'))
  try {
    const path = join(folder, DATABASE)
    await extract(backup, database, path)
    count(database)
    tell?.({ what: 'checking database' })
    await requireSound(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const noRoom = (target: string, cause: unknown) =>
  new BackupError(`There is no room on the disk for ${target}: make some, and try again.`, {
    cause,
  })

async function requireSound(path: string): Promise<void> {
  const copy = openCopy(path)
  try {
    const [problem] = copy.problems()
    if (problem !== undefined) throw new BackupError(`The database is damaged: ${problem}.`)
  } finally {
    await copy.close()
  }
}
