const CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Whether an error, or what caused it, says that there is no room on the disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.includes(String(error.code))) || isDiskFull(error.cause)
}
