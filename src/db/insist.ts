import { isDatabaseBusy } from '@/lib/faults'

/** Milliseconds between the first tries and the later ones. */
const SHORTEST_PAUSE = 2
const LONGEST_PAUSE = 40

/**
 * Does something that a lock of another process may prevent, and repeats it, with pauses that let others work, until a
 * moment of `performance.now()`. Locks are usually held for milliseconds.
 *
 * @throws the last error of SQLite, which says that the database is busy.
 */
export async function insist<Result>(work: () => Result, until: number): Promise<Result> {
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return work()
    } catch (error) {
      if (!isDatabaseBusy(error) || performance.now() >= until) throw error
    }
    await Bun.sleep(pause)
  }
}
