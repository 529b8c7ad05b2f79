import { chmodSync, existsSync, statSync } from 'node:fs'
import type { Config } from '@/lib/config/config'
import { listWrittenFolders } from '@/lib/config/written-folders'
import { formatFileSize } from '@/lib/files/file-size'
import { getFreeSpace } from '@/lib/files/free-space'
import { randomIds } from '@/lib/text/ids'
import { readSecretKey, secretKeyFile } from '@/services/auth/session-tokens'
import { findWriteProblem } from '@/store/files/write-test'
import { type Finding, healthy } from './finding'

/** Bytes of free space below which the next archive may not fit. */
const LITTLE_SPACE = 1024 ** 3

/** Checks that the folders are writable, closed to other users, and have enough free space. */
export function examineFolders(config: Config): Finding[] {
  const { dataDir, uploadsDir } = config
  const folders = [...new Set([dataDir, uploadsDir])].filter((path) => existsSync(path))
  return [
    existsSync(dataDir)
      ? healthy('data folder')
      : {
          what: 'data folder',
          problem: `${dataDir} is not there`,
          advice: 'Name the right one with --data-dir, or start the server once.',
        },
    ...examineWriting(config),
    ...folders.flatMap((path) => [
      secret(path, path === dataDir ? READ_OR_WRITE : ANY),
      room(path),
    ]),
    ...[config.databaseFile, secretKeyFile(config)]
      .filter((path) => existsSync(path))
      .map((path) => secret(path)),
    ...(existsSync(secretKeyFile(config)) ? [key(config)] : []),
  ]
}

/** Checks that each folder which exists, or which the server creates, is writable. */
function examineWriting(config: Config): Finding[] {
  const folders = listWrittenFolders(config).filter(({ setting }) => setting !== 'LISTEN')
  return Map.groupBy(folders, ({ path }) => path)
    .entries()
    .filter(([path]) => path !== config.dataDir || existsSync(path))
    .map(([path, [first]]) => ({
      what: `writing to ${path}${first?.setting === 'DATA_DIR' ? '' : ` (${first?.setting})`}`,
      problem: findWriteProblem(path),
      advice: 'Give the folder to the user that runs the server, on a disk that can be written to.',
    }))
    .toArray()
}

/** Permission bits of the group and of other users. */
const ANY = 0o077
const READ_OR_WRITE = 0o066

/** Checks that other users cannot access a file. The data contain password hashes, positions and sessions. */
function secret(path: string, others = ANY): Finding {
  const { mode } = statSync(path)
  const open = mode & others
  return {
    what: `who can read ${path}`,
    problem:
      open === 0 ? undefined : `other users of this machine can (${(mode & 0o777).toString(8)})`,
    advice: 'Repaired with --repair.',
    isMild: true,
    repair: async () => chmodSync(path, mode & 0o777 & ~others),
  }
}

/** Checks the key of session tokens, without which the server does not start. */
function key(config: Config): Finding {
  const what = 'key of sessions'
  try {
    readSecretKey(config, randomIds)
    return healthy(what)
  } catch (error) {
    return {
      what,
      problem: error instanceof Error ? error.message : String(error),
      advice: 'Run as the user to whom it belongs; where it is lost, restore it from a backup.',
    }
  }
}

function room(path: string): Finding {
  const free = getFreeSpace(path)
  return {
    what: `free space in ${path}`,
    problem: free < LITTLE_SPACE ? `only ${formatFileSize(free)} left` : undefined,
    advice: 'Free some space, or move UPLOAD_FOLDER to a larger disk.',
  }
}
