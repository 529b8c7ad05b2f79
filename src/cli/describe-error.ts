import { isDamaged, isDiskFull } from '@/lib/system-errors'

const ADVICE: readonly [codes: RegExp, advice: string][] = [
  [
    /^(EACCES|EPERM|EROFS|SQLITE_(READONLY|CANTOPEN|PERM))/,
    'run this as the user to whom the data folder belongs, and on a disk that may be written to.',
  ],
  [
    /^(ENOTDIR|EEXIST)$/,
    'a file is where a folder should be: choose another place, or move it away.',
  ],
  [/^(EIO|SQLITE_IOERR)/, 'a disk fails, or is full: milepost doctor looks at them.'],
]

/**
 * Describes an error that ended a command. Adds advice to errors of the operating system and SQLite. `became` is the user
 * that a command started by root runs as.
 */
export function inWords(error: unknown, became?: string): string {
  if (!(error instanceof Error)) return String(error)
  if (became !== undefined && 'code' in error && /^E(ACCES|PERM)$/.test(String(error.code)))
    return `${error.message}: root's commands work as ${became}, the owner of the data, who is not allowed to do this. Give that user access, or choose another place.`
  const advice = adviceOn(error)
  return advice === undefined ? error.message : `${error.message}: ${advice}`
}

function adviceOn(error: Error): string | undefined {
  // Errors that were explained before have no code; the original error is their cause.
  if (!('code' in error)) return undefined
  const code = String(error.code)
  if (isDiskFull(error)) return 'make room on the disk, and try again.'
  if (isDamaged(error))
    return 'the database is damaged: restore a backup (milepost restore --help).'
  return ADVICE.find(([codes]) => codes.test(code))?.[1]
}
