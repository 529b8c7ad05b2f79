import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '@/lib/config/config'
import { listWrittenFolders, type WrittenFolder } from '@/lib/config/written-folders'

/** The name begins with a dot, so that programs that watch folders, including the inbox, ignore it. */
const TEST_FILE = '.milepost-write-test'

/**
 * Explains why a folder is not writable; undefined if it is. Writes a file and deletes it, which also detects problems
 * that permissions do not show, such as a read-only file system. For a missing folder, tests its nearest existing
 * parent.
 */
export function findWriteProblem(folder: string): string | undefined {
  const place = nearestExisting(folder)
  const file = join(place, `${TEST_FILE}-${process.pid}`)
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
    rmSync(file)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = REASONS[code] ?? code
    return place === folder ? reason : `it is not there, and ${place}: ${reason}`
  }
}

/** Lists the folders in the settings that cannot be written to, each once, with the reason. */
export function findUnwritable(config: Config): (WrittenFolder & { problem: string })[] {
  const folders = new Map(
    listWrittenFolders(config)
      .toReversed()
      .map((folder) => [folder.path, folder]),
  )
  return [...folders.values()].toReversed().flatMap((folder) => {
    const problem = findWriteProblem(folder.path)
    return problem === undefined ? [] : { ...folder, problem }
  })
}

const REASONS: Record<string, string> = {
  EACCES: 'not allowed',
  EPERM: 'not allowed',
  EROFS: 'read-only',
  ENOSPC: 'no space left',
  EDQUOT: 'the quota is used up',
}

const nearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
