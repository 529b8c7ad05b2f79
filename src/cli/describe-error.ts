import { AppError } from '@/lib/errors'
import { Failure } from '@/lib/failure'
import { isDamaged, isDatabaseBusy, isDiskFull } from '@/lib/system-errors'
import { findAccount } from './service/system-accounts'

/** What the system reports about a path, and what to do about it. */
const PATH_ERRORS: readonly [codes: RegExp, describe: (path: string) => string][] = [
  [/^ENOENT$/, (path) => `There is no file or folder ${path}: check the path.`],
  [
    /^(EACCES|EPERM)$/,
    (path) =>
      `${path}: permission denied for ${currentUser()}. Run this as the user to whom it belongs, or give this user access.`,
  ],
  [
    /^EROFS$/,
    (path) =>
      `${path} is on a disk that is mounted read-only: choose another place, or remount it.`,
  ],
  [/^EISDIR$/, (path) => `${path} is a folder: name a file.`],
  [
    /^(ENOTDIR|EEXIST)$/,
    (path) =>
      `${path}: a file is where a folder should be. Choose another place, or move the file away.`,
  ],
  [/^(ENOSPC|EDQUOT)$/, (path) => `The disk of ${path} is full: make room, and try again.`],
  [/^EIO$/, (path) => `The disk of ${path} fails: dmesg shows why, milepost doctor looks at it.`],
  [/^ENAMETOOLONG$/, (path) => `${path} is longer than the file system allows: shorten it.`],
  [/^ELOOP$/, (path) => `${path} is a link that leads back to itself: correct it.`],
]

/** Advice on errors of the system and of SQLite that name no path. */
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
  [/^(EMFILE|ENFILE)$/, 'raise the limit of open files (ulimit -n 4096), and try again.'],
]

function currentUser(): string {
  const uid = process.getuid?.() ?? 0
  return findAccount(uid)?.name ?? `user ${uid}`
}

/**
 * Describes an error that ended a command. Adds advice to errors of the operating system and SQLite. `became` is the user
 * that a command started by root runs as.
 */
export function inWords(error: unknown, became?: string): string {
  if (error instanceof AppError && 'message' in error.body) return String(error.body.message)
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (became !== undefined && /^E(ACCES|PERM)$/.test(String(code)))
    return `${error.message}: root's commands work as ${became}, the owner of the data, who is not allowed to do this. Give that user access, or choose another place.`
  if (typeof path === 'string') {
    const [, describe] = PATH_ERRORS.find(([codes]) => codes.test(String(code))) ?? []
    if (describe) return describe(path)
  }
  const advice = adviceOn(error)
  return advice === undefined ? error.message : `${inPlainText(error.message)}: ${advice}`
}

/** Removes the code and the name of the system call, as in `ENOSPC: no space left on device, write`. */
function inPlainText(message: string): string {
  const [, text] = /^E[A-Z]+: (.+?)(?:, \w+)?$/.exec(message) ?? []
  return text === undefined ? message : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function adviceOn(error: Error): string | undefined {
  // Errors that were explained before have no code; the original error is their cause.
  if (!('code' in error)) return undefined
  const code = String(error.code)
  if (isDiskFull(error)) return 'make room on the disk, and try again.'
  if (isDatabaseBusy(error)) return 'another program keeps it locked: stop that first.'
  if (isDamaged(error))
    return 'the database is damaged: restore a backup (milepost restore --help).'
  return ADVICE.find(([codes]) => codes.test(code))?.[1]
}

/** Lists the causes of an error with their stacks, for `--verbose`. */
export function detailsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  // The message of a Failure says everything about it.
  if (error instanceof Failure) return detailsOf(error.cause)
  const text = error.stack ?? `${error.name}: ${error.message}`
  return [text, ...detailsOf(error.cause).map((each) => `caused by ${each}`)]
}
