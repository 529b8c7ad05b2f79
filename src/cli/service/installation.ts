import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Installation } from '@/lib/config/settings-file'

/** Others may traverse the data folder to reach the inbox, but not list it. Its entries have their own permissions. */
export const DATA_FOLDER_MODE = 0o711

/** Path of the file that describes an installation: `/usr/lib/milepost/installation` for `/usr/bin/milepost`. */
export const installationFile = (program: string): string =>
  join(dirname(program), '..', 'lib', 'milepost', 'installation')

export const SERVICE_INSTALLATION: Installation = {
  settingsFile: '/etc/milepost.env',
  dataDir: '/var/lib/milepost',
  user: 'milepost',
}

/** Formats an installation file. */
export const installationText = ({ settingsFile, dataDir, user }: Installation): string =>
  [
    '# Written by the package or `milepost service install`: the defaults of the installed milepost.',
    `ENV_FILE=${settingsFile}`,
    `DATA_DIR=${dataDir}`,
    `USER=${user}`,
    '',
  ].join('\n')

/**
 * Reads the installation file of an executable; undefined if there is none. A downloaded executable has none, so that it
 * never works on the data of an installed server by accident.
 */
export function findInstallation(program: string): Installation | undefined {
  try {
    const { ENV_FILE, DATA_DIR, USER } = parseEnv(readFileSync(installationFile(program), 'utf8'))
    if (!ENV_FILE || !DATA_DIR || !USER) return undefined
    return { settingsFile: ENV_FILE, dataDir: DATA_DIR, user: USER }
  } catch {
    return undefined
  }
}
