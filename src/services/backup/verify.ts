import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '@/lib/system-errors'
import { openCopy } from '@/store/db/schema/open-copy'
import { meter } from './checksum'
import { type BackedUpFile, BackupError, DATABASE, databaseOf } from './manifest'
import type { OpenBackup } from './open-backup'
import { createScratchFolder } from './scratch-folder'
import { type OnBackupStep, progressCounter } from './steps'

/**
 * Writes a file of a backup to `target`, or only checks it if `target` is undefined.
 *
 * @throws BackupError when its content does not match the manifest.
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
    if (target !== undefined && isDiskFull(cause)) throw noSpace(target, cause)
    throw new BackupError(`${file.path} cannot be read from the backup.`, { cause })
  }
  const { sha256, size } = result()
  if (sha256 !== file.sha256 || size !== file.size)
    throw new BackupError(`${file.path} is damaged: its checksum does not match.`)
}

/**
 * Reads a backup completely and lets SQLite check its database. Only a temporary file in `scratch` is written.
 *
 * @throws BackupError with the first problem.
 */
export async function verifyBackup(
  backup: OpenBackup,
  scratch: string,
  onStep?: OnBackupStep,
): Promise<void> {
  const { files } = backup.manifest
  const count = progressCounter(files, 'checking', onStep)
  for (const file of files) {
    if (file.path === DATABASE) continue
    await extract(backup, file, undefined)
    count(file)
  }
  const database = databaseOf(backup.manifest)
  const folder = await createScratchFolder(scratch, '.milepost-verify-')
  try {
    const path = join(folder, DATABASE)
    await extract(backup, database, path)
    count(database)
    onStep?.({ what: 'checking database' })
    await requireValid(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const noSpace = (target: string, cause: unknown) =>
  new BackupError(
    `There is not enough space on the disk for ${target}: free some, and try again.`,
    {
      cause,
    },
  )

async function requireValid(path: string): Promise<void> {
  const copy = openCopy(path)
  try {
    const [problem] = copy.problems()
    if (problem !== undefined) throw new BackupError(`The database is damaged: ${problem}.`)
  } finally {
    await copy.close()
  }
}
