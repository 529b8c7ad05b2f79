import { dirname } from 'node:path'
import type { Config } from './config'

/** A folder that the server writes to. */
export interface WrittenFolder {
  /** The setting that names it. */
  setting: 'DATA_DIR' | 'UPLOAD_FOLDER' | 'INBOX_FOLDER' | 'BACKUP_TO' | 'APP_LOG' | 'LISTEN'
  path: string
  /** Whether the server must not start without it. If the folder is not mounted, its data would appear to be lost. */
  isRequired: boolean
}

type Places = Pick<
  Config,
  'dataDir' | 'uploadsDir' | 'inboxDir' | 'backup' | 'log' | 'socket' | 'bucket'
>

/** Lists every folder that the server writes to, the data folder first. */
export function listWrittenFolders(config: Places): WrittenFolder[] {
  const { dataDir, uploadsDir, inboxDir, backup, log, socket, bucket } = config
  const found: [WrittenFolder['setting'], string | undefined, boolean][] = [
    ['DATA_DIR', dataDir, true],
    ['UPLOAD_FOLDER', bucket ? undefined : dirname(uploadsDir), true],
    ['INBOX_FOLDER', inboxDir, true],
    ['BACKUP_TO', backup?.to, false],
    ['APP_LOG', log.file && dirname(log.file), false],
    ['LISTEN', socket && dirname(socket.path), false],
  ]
  return found.flatMap(([setting, path, isRequired]) =>
    path === undefined || path === '' ? [] : { setting, path, isRequired },
  )
}

/** Whether a path is a folder or inside it. */
export const isInFolder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** Returns the folders that are not inside one of the `writable` folders. */
export const listOutside = (
  folders: readonly WrittenFolder[],
  writable: readonly string[],
): WrittenFolder[] =>
  folders.filter(({ path }) => !writable.some((folder) => isInFolder(path, folder)))
