import type { BackedUpFile } from './manifest'

/** Progress of creating, checking or restoring a backup. */
export type BackupStep =
  | { what: 'files'; files: number; bytes: number }
  | { what: 'copying database' | 'checking database' }
  | { what: Counted; percent: number }

/** Steps whose progress is reported in percent. */
type Counted = 'reading' | 'decrypting' | 'checking' | 'unpacking'

export type OnBackupStep = (step: BackupStep) => void

/**
 * Returns a function to call for every file that was read. It reports progress for every percent of the total bytes.
 */
export function progressCounter(
  files: readonly BackedUpFile[],
  what: Counted,
  onStep: OnBackupStep | undefined,
): (file: BackedUpFile) => void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const count = countBytes(bytes, what, onStep)
  return ({ size }) => count(size)
}

/** Returns a function to call with numbers of processed bytes. It reports progress for every percent of `total`. */
export function countBytes(
  total: number,
  what: Counted,
  onStep: OnBackupStep | undefined,
): (bytes: number) => void {
  let done = 0
  let reported = 0
  return (bytes) => {
    done += bytes
    const percent = Math.floor((100 * done) / Math.max(1, total))
    if (percent > reported) onStep?.({ what, percent })
    reported = percent
  }
}
