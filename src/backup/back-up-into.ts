import { type BackupSource, backUp } from './back-up'
import { backupName, folderTarget, removeOldBackups } from './folder'
import { inFolder } from './folder-in-use'
import type { Manifest } from './manifest'

/** A folder of backups. */
interface BackupFolder {
  folder: string
  /** How many backups are left in it, with the new one; undefined: all. */
  keep: number | undefined
}

/** A backup that was made, and the names of older ones that were removed for it. */
interface MadeBackup {
  name: string
  manifest: Manifest
  removed: string[]
}

/** Makes a backup in a folder and removes those that are too many. @throws BackupError while another one is being made. */
export const backUpInto = (
  { folder, keep }: BackupFolder,
  source: BackupSource,
): Promise<MadeBackup> =>
  inFolder(folder, async () => {
    const name = backupName(folder, source.now)
    const manifest = await backUp(source, await folderTarget(folder, name))
    const removed = keep === undefined ? [] : await removeOldBackups(folder, { keep, made: name })
    return { name, manifest, removed }
  })
