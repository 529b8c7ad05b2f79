import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig } from '@/cli/options'
import { printResult } from '@/cli/output'
import type { Config } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { formatFileSize } from '@/lib/files/file-size'
import { listBackupNames, readManifest } from '@/services/backup/folder'
import { BackupError } from '@/services/backup/manifest'

/** Adds the command that lists the backups in a folder. */
export function addListBackups(backup: Command, io: Io): void {
  backup
    .command('list [folder]')
    .description(
      'list the backups in a folder, the oldest first (default: BACKUP_TO, or DATA_DIR/backups)',
    )
    .action(async (given: string | undefined, _, command: Command) => {
      const folder = resolve(
        given ?? defaultFolder(loadCommandConfig(command.optsWithGlobals(), io)),
      )
      const backups = await listBackups(folder)
      printResult(io, { folder, backups }, [
        ...backups.map(lineOf),
        ...(backups.length === 0 ? [`There are no backups in ${folder}.`] : []),
      ])
      const damaged = backups.filter(({ problem }) => problem !== null)
      if (damaged.length > 0)
        throw new Failure('failed', `${damaged.length} of ${backups.length} cannot be restored.`)
    })
}

/** The folder of backups when the command line names none. */
export const defaultFolder = ({ backup, dataDir }: Config) => backup?.to ?? join(dataDir, 'backups')

interface ListedBackup {
  name: string
  /** ISO 8601; null if the manifest cannot be read. */
  created_at: string | null
  users: number | null
  workouts: number | null
  files: number | null
  size_bytes: number | null
  /** Number of files that were missing when it was made. */
  missing: number | null
  /** Why it cannot be restored. */
  problem: string | null
}

async function listBackups(folder: string): Promise<ListedBackup[]> {
  // Reports a folder that does not exist or cannot be read.
  await readdir(folder)
  const names = await listBackupNames(folder)
  return Promise.all(names.map((name) => describeBackup(folder, name)))
}

async function describeBackup(folder: string, name: string): Promise<ListedBackup> {
  try {
    const { createdAt, counts, files, missing } = await readManifest(folder, name)
    const size_bytes = files.reduce((sum, { size }) => sum + size, 0)
    const content = { ...counts, files: files.length, size_bytes, missing: missing.length }
    return { name, created_at: createdAt, ...content, problem: null }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    const unknown = { users: null, workouts: null, files: null, size_bytes: null, missing: null }
    return { name, created_at: null, ...unknown, problem: error.message }
  }
}

export const countOf = (number: number, thing: string) =>
  `${number} ${thing}${number === 1 ? '' : 's'}`

const lineOf = ({ name, problem, ...backup }: ListedBackup) =>
  problem === null
    ? [
        name,
        countOf(backup.users ?? 0, 'user'),
        countOf(backup.workouts ?? 0, 'workout'),
        countOf(backup.files ?? 0, 'file'),
        formatFileSize(backup.size_bytes ?? 0),
      ].join('\t')
    : [name, problem].join('\t')
