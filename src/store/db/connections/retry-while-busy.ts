import { isDatabaseBusy } from '@/lib/system-errors'

/** Milliseconds of the first pause and of the longest one. */
const MIN_PAUSE = 2
const MAX_PAUSE = 40

/**
 * Runs `work`, and repeats it while another process has locked the database, until `until` (by `performance.now()`).
 * The pauses let other work run. Locks are usually held for milliseconds.
 *
 * @throws the last SQLITE_BUSY error of SQLite.
 */
export async function retryWhileBusy<Result>(work: () => Result, until: number): Promise<Result> {
  for (let pause = MIN_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
    try {
      return work()
    } catch (error) {
      if (!isDatabaseBusy(error) || performance.now() >= until) throw error
    }
    await Bun.sleep(pause)
  }
}
