import { isDamaged, isDiskFull } from '@/lib/faults'

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

/** What a command says of an error that ended it: of one that only the system or SQLite explains, what to do about it, too. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const advice = adviceOn(error)
  return advice === undefined ? error.message : `${error.message}: ${advice}`
}

function adviceOn(error: Error): string | undefined {
  // What has been explained has its cause within it, and no code.
  if (!('code' in error)) return undefined
  const code = String(error.code)
  if (isDiskFull(error)) return 'make room on the disk, and try again.'
  if (isDamaged(error))
    return 'the database is damaged: restore a backup (milepost restore --help).'
  return ADVICE.find(([codes]) => codes.test(code))?.[1]
}
