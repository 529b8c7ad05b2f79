const DISK_FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']
/** SQLite reports a lock of another connection with several codes of each kind. */
const BUSY = /^SQLITE_(BUSY|LOCKED)/

/** Whether an error, or its cause, reports a full disk. */
export const isDiskFull = (error: unknown): boolean =>
  hasCode(error, (code) => DISK_FULL.includes(code))

/** Whether an error, or its cause, reports that another process has locked the database. */
export const isDatabaseBusy = (error: unknown): boolean => hasCode(error, (code) => BUSY.test(code))

/** Whether an error, or its cause, reports that a database file is damaged, or that a file is not a database. */
export const isDamaged = (error: unknown): error is Error =>
  hasCode(error, (code) => /^SQLITE_(CORRUPT|NOTADB)/.test(code))

/** Whether an error, or its cause, reports the violation of a database constraint. */
export const isConstraintViolation = (error: unknown): boolean =>
  hasCode(error, (code) => code.startsWith('SQLITE_CONSTRAINT'))

/** An attempt to write to a read-only replica. */
export class ReadOnlyError extends Error {
  override name = 'ReadOnlyError'
  readonly code = 'SQLITE_READONLY'
}

/** Whether an error, or its cause, reports an attempt to write to a read-only replica. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof ReadOnlyError || (error instanceof Error && isReadOnly(error.cause))

/**
 * For `catch`: returns undefined when a file or folder does not exist. Other errors, such as too many open files or a
 * failing disk, do not mean that it is missing, so they are thrown again.
 */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

const DISK_FAILED = 'EDISKFAILED'

/**
 * Nothing can be stored until the server is restarted, because an fsync failed or the database was deleted or replaced.
 * The commit that failed with this error may or may not be durable, so files that it refers to must not be deleted.
 */
export class DiskFailedError extends Error {
  override name = 'DiskFailedError'
  readonly code = DISK_FAILED

  constructor(cause: unknown) {
    super(`nothing can be stored until the next start: ${String(cause)}`, { cause })
  }

  /** The code of the system or SQLite error, such as `EIO`; undefined if the cause has none. */
  get errno(): string | undefined {
    const { cause } = this
    return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  }
}

/** Whether an error, or its cause, reports that nothing can be stored until the server is restarted. */
export const isDiskFailed = (error: unknown): boolean =>
  hasCode(error, (code) => code === DISK_FAILED)

/** Whether an error, or its cause, reports a failed fsync of SQLite. */
export const isFailedFsync = (error: unknown): boolean =>
  hasCode(error, (code) => code === 'SQLITE_IOERR_FSYNC' || code === 'SQLITE_IOERR_DIR_FSYNC')

const TOO_MANY_FILES = ['EMFILE', 'ENFILE']

/** Whether an error, or its cause, reports that the limit of open files and connections is reached. */
export const isOverloaded = (error: unknown): boolean =>
  hasCode(error, (code) => TOO_MANY_FILES.includes(code))

/** Whether an error, or its cause, reports that the file storage cannot be reached. */
export const isStorageDown = (error: unknown): boolean =>
  hasCode(error, (code) => code === 'EBUCKET')

/** System errors that are not caused by the file or request during which they occur. */
const SYSTEM_ERRORS = [...TOO_MANY_FILES, ...DISK_FULL, 'ENOMEM', 'EAGAIN', 'EIO']

/** The code of the system error that is, or caused, an error, such as `EMFILE`; undefined for all other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && SYSTEM_ERRORS.includes(String(error.code))) return String(error.code)
  // The JavaScript engine reports a failed allocation this way.
  if (error instanceof RangeError && /out of memory/i.test(error.message)) return 'ENOMEM'
  return systemErrorCode(error.cause)
}

/** Why the worker that read a recording was lost. */
export type WorkerLoss = 'time' | 'crash' | 'stop'

const LOSSES: Record<WorkerLoss, string> = {
  time: 'file takes too long to process',
  crash:
    'processing the file failed twice, for lack of memory or because of an error of the server',
  stop: 'the server was stopped while it processed the file',
}

/** The worker that read a recording crashed, reached its time or memory limit, or was stopped. */
export class WorkerLostError extends Error {
  override name = 'WorkerLostError'
  readonly reason: WorkerLoss

  constructor(reason: WorkerLoss) {
    super(LOSSES[reason])
    this.reason = reason
  }
}

/** The error itself, or its cause, if it reports that a worker was lost; undefined otherwise. */
export function findWorkerLoss(error: unknown): WorkerLostError | undefined {
  if (error instanceof WorkerLostError) return error
  return error instanceof Error ? findWorkerLoss(error.cause) : undefined
}

/** Whether an error is transient: the same operation may succeed later. */
export const isTransient = (error: unknown): boolean =>
  isDiskFull(error) ||
  isDatabaseBusy(error) ||
  isOverloaded(error) ||
  isStorageDown(error) ||
  isDiskFailed(error)

function hasCode(error: unknown, fits: (code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && fits(String(error.code))) || hasCode(error.cause, fits)
}

/**
 * Whether a statement failed because its database was closed, as happens when a server stops. The driver's error has no
 * code.
 */
export const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'The database connection is not open'
