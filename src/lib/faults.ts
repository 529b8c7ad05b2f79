const DISK_FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']
/** Of SQLite: somebody else holds a lock; there are several of either kind. */
const BUSY = /^SQLITE_(BUSY|LOCKED)/

/** Whether an error, or what caused it, says that there is no room on the disk. */
export const isDiskFull = (error: unknown): boolean =>
  hasCode(error, (code) => DISK_FULL.includes(code))

/** Whether an error, or what caused it, says that another process keeps the database locked. */
export const isDatabaseBusy = (error: unknown): boolean => hasCode(error, (code) => BUSY.test(code))

/** Whether an error of SQLite says that a database is damaged, or none at all. */
export const isDamaged = (error: unknown): error is Error =>
  hasCode(error, (code) => /^SQLITE_(CORRUPT|NOTADB)/.test(code))

/** Whether an error says that a row contradicts the others, or what rows of its table must be. */
export const isConstraint = (error: unknown): boolean =>
  hasCode(error, (code) => code.startsWith('SQLITE_CONSTRAINT'))

/** Something was to be written to a copy that is only read. */
export class ReadOnlyError extends Error {
  override name = 'ReadOnlyError'
  readonly code = 'SQLITE_READONLY'
}

/** Whether an error, or what caused it, says that something was to be written to a copy that is only read. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof ReadOnlyError || (error instanceof Error && isReadOnly(error.cause))

/** For `catch`: a file or folder that cannot be looked at, for too many are open or the disk fails, is not missing for that. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

const TOO_MANY_FILES = ['EMFILE', 'ENFILE']

/** Whether an error, or what caused it, says that no more files and connections can be opened. */
export const isOverloaded = (error: unknown): boolean =>
  hasCode(error, (code) => TOO_MANY_FILES.includes(code))

/** Whether an error, or what caused it, says that the storage of files does not work. */
export const isStorageDown = (error: unknown): boolean =>
  hasCode(error, (code) => code === 'EBUCKET')

/** Whether an error says something that passes, so that the same may work later. */
export const isPassing = (error: unknown): boolean =>
  isDiskFull(error) || isDatabaseBusy(error) || isOverloaded(error) || isStorageDown(error)

function hasCode(error: unknown, fits: (code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && fits(String(error.code))) || hasCode(error.cause, fits)
}
