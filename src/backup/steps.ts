import type { BackedUpFile } from './manifest'

/** What making, checking or restoring a backup is about to do, or how far it has come. */
export type BackupStep =
  | { what: 'files'; files: number; bytes: number }
  | { what: 'copying database' | 'checking database' }
  | { what: 'checking' | 'unpacking'; percent: number }

export type TellStep = (step: BackupStep) => void

/** Counts files of a backup that were read and tells of every further hundredth of their bytes. */
export function percentOf(
  files: readonly BackedUpFile[],
  what: 'checking' | 'unpacking',
  tell: TellStep | undefined,
): (file: BackedUpFile) => void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  let told = 0
  return ({ size }) => {
    done += size
    const percent = Math.floor((100 * done) / Math.max(1, bytes))
    if (percent > told) tell?.({ what, percent })
    told = percent
  }
}
