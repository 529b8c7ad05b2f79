import type { BackedUpFile } from './manifest'

/** What making, checking or restoring a backup is about to do, or how far it has come. */
export type BackupStep =
  | { what: 'files'; files: number; bytes: number }
  | { what: 'copying database' | 'checking database' }
  | { what: Counted; percent: number }

/** What is told in hundredths of its bytes. */
type Counted = 'reading' | 'decrypting' | 'checking' | 'unpacking'

export type TellStep = (step: BackupStep) => void

/** Counts files of a backup that were read and tells of every further hundredth of their bytes. */
export function percentOf(
  files: readonly BackedUpFile[],
  what: Counted,
  tell: TellStep | undefined,
): (file: BackedUpFile) => void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const count = countBytes(bytes, what, tell)
  return ({ size }) => count(size)
}

/** Counts bytes of so many and tells of every further hundredth. */
export function countBytes(
  total: number,
  what: Counted,
  tell: TellStep | undefined,
): (bytes: number) => void {
  let done = 0
  let told = 0
  return (bytes) => {
    done += bytes
    const percent = Math.floor((100 * done) / Math.max(1, total))
    if (percent > told) tell?.({ what, percent })
    told = percent
  }
}
