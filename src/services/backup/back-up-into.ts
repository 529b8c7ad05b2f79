import { type BackupSource, backUp } from './back-up'
import { backupName, folderTarget, removeOldBackups } from './folder'
import { inFolder } from './folder-lock'
import type { Manifest } from './manifest'

/** A folder of backups. */
interface BackupFolder {
  folder: string
  /** Number of backups to retain, including the new one; undefined retains all. */
  keep: number | undefined
}

/** A new backup, and the names of older backups that were deleted after it. */
interface CreatedBackup {
  name: string
  manifest: Manifest
  removed: string[]
}

/**
 * Creates a backup in a folder and deletes the oldest ones. @throws BackupError while another backup is being created
 * there.
 */
export const backUpInto = (
  { folder, keep }: BackupFolder,
  source: BackupSource,
): Promise<CreatedBackup> =>
  inFolder(folder, async () => {
    const name = backupName(folder, source.now)
    const manifest = await backUp(source, await folderTarget(folder, name))
    const removed =
      keep === undefined ? [] : await removeOldBackups(folder, { keep, created: name })
    return { name, manifest, removed }
  })
