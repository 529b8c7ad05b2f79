import { accessSync, chmodSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { readSecretKey, secretKeyFile } from '@/auth/session-tokens'
import type { Config } from '@/config/config'
import { formatFileSize } from '@/lib/file-size'
import { randomIds } from '@/lib/ids'
import { type Finding, sound } from './finding'

/** Less than that and the next archive may not fit. */
const LITTLE_SPACE = 1024 ** 3

/** Looks at the data folder: whether it can be written to, who else can read it, and how much room there is. */
export function examineFolders(config: Config): Finding[] {
  const folders = [...new Set([config.dataDir, config.uploadsDir])].filter((path) =>
    existsSync(path),
  )
  return [
    existsSync(config.dataDir)
      ? sound('data folder')
      : {
          what: 'data folder',
          fault: `${config.dataDir} is not there`,
          advice: 'Name the right one with --data-dir, or start the server once.',
        },
    ...folders.flatMap((path) => [writable(path), secret(path), room(path)]),
    ...[config.databaseFile, secretKeyFile(config)].filter((path) => existsSync(path)).map(secret),
    ...(existsSync(secretKeyFile(config)) ? [key(config)] : []),
  ]
}

function writable(path: string): Finding {
  const what = `writing to ${path}`
  try {
    accessSync(path, constants.W_OK | constants.R_OK | constants.X_OK)
    return sound(what)
  } catch {
    return {
      what,
      fault: 'not allowed',
      advice: 'Run as the owner of the folder, or give it to the user that runs the server.',
    }
  }
}

/** Passwords, places and sessions: nobody but the server needs to read them. */
function secret(path: string): Finding {
  const { mode } = statSync(path)
  const open = mode & 0o077
  return {
    what: `who can read ${path}`,
    fault:
      open === 0 ? undefined : `other users of this machine can (${(mode & 0o777).toString(8)})`,
    advice: 'Repaired with --repair.',
    isMild: true,
    repair: async () => chmodSync(path, mode & 0o700),
  }
}

/** Without the key of the sessions the server does not start. */
function key(config: Config): Finding {
  const what = 'key of sessions'
  try {
    readSecretKey(config, randomIds)
    return sound(what)
  } catch (error) {
    return {
      what,
      fault: error instanceof Error ? error.message : String(error),
      advice: 'Run as the user to whom it belongs; where it is lost, restore it from a backup.',
    }
  }
}

function room(path: string): Finding {
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  return {
    what: `room in ${path}`,
    fault: free < LITTLE_SPACE ? `only ${formatFileSize(free)} left` : undefined,
    advice: 'Make room, or move UPLOAD_FOLDER to a larger disk.',
  }
}
