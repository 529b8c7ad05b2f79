import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@/lib/config/config'
import {
  isInFolder,
  listOutside,
  listWrittenFolders,
  type WrittenFolder,
} from '@/lib/config/written-folders'
import { SERVICE_INSTALLATION } from './installation'

const DROP_INS = '/etc/systemd/system/milepost.service.d'
/** The drop-in that lets the server write to folders outside its data folder. */
export const PATHS_FILE = `${DROP_INS}/paths.conf`

/** Folders that the unit itself makes writable. */
const DEFAULT_FOLDERS = [SERVICE_INSTALLATION.dataDir, '/run/milepost']
/** Folders that the unit hides (ProtectHome) or replaces by empty ones (PrivateTmp). ReadWritePaths has no effect there. */
const HIDDEN = ['/home', '/root', '/run/user', '/tmp', '/var/tmp']
const HOMES = ['/home', '/root', '/run/user']

/** Lists the configured folders that the server cannot write to without a drop-in. */
export const foldersOutsideUnit = (config: Config): WrittenFolder[] =>
  listOutside(listWrittenFolders(config), DEFAULT_FOLDERS)

/**
 * Formats the drop-in for these folders. The prefix `-` lets the server start although a folder is missing, which it then
 * reports itself. The mounts of required folders must be present for the server to start.
 */
export function pathsDropIn(folders: readonly WrittenFolder[]): string {
  const isHidden = ({ path }: WrittenFolder) => HIDDEN.some((folder) => isInFolder(path, folder))
  const mounts = folders.filter(({ isRequired }) => isRequired)
  const homes = folders.some(({ path }) => HOMES.some((home) => isInFolder(path, home)))
  return [
    '# Written by `milepost service paths` from the settings; run that again when a folder in them changes.',
    '[Unit]',
    ...mounts.map(({ path }) => `RequiresMountsFor=${quote(path)}`),
    '[Service]',
    ...(homes ? ['ProtectHome=tmpfs'] : []),
    ...folders.map((folder) =>
      isHidden(folder)
        ? `BindPaths=${quote(`-${folder.path.replaceAll(':', '\\:')}`)}`
        : `ReadWritePaths=${quote(`-${folder.path}`)}`,
    ),
    '',
  ].join('\n')
}

/** Quotes a path for a unit file, where `%` begins a specifier and white space separates paths. */
function quote(path: string): string {
  const text = path.replaceAll('%', '%%')
  return /[\s"'\\]/.test(text) ? `"${text.replace(/(["\\])/g, '\\$1')}"` : text
}

/** Lists the configured folders that no drop-in below `root` opens to the server. */
export function foldersClosedByUnit(config: Config, root = '/'): WrittenFolder[] {
  const opened = openedPaths(root)
  return foldersOutsideUnit(config).filter(
    ({ path }) => !opened.some((folder) => isInFolder(path, folder)),
  )
}

/** Reads the writable paths from all drop-ins of the unit, including those written by hand. */
function openedPaths(root: string): string[] {
  const folder = join(root, DROP_INS)
  if (!existsSync(folder)) return []
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.conf'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return lines.flatMap((line) => {
    const [, value = ''] = /^\s*(?:ReadWritePaths|BindPaths)\s*=\s*(.*)$/.exec(line) ?? []
    return [...value.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, quoted, plain = '']) =>
      (quoted?.replace(/\\(.)/g, '$1') ?? plain)
        .replace(/^-/, '')
        .replaceAll('%%', '%')
        .replaceAll('\\:', ':'),
    )
  })
}
