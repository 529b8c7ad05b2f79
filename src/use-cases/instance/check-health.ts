import type { AppContext } from '@/context'
import { databaseProbe } from '@/db/probe'
import { internal } from '@/errors'

/** Milliseconds for which an answer is given again: everybody may ask. */
const SHORT_MEMORY = 1000

/** Looks whether the database works, and remembers that for a moment. */
export function databaseCheck({ db, log, clock }: Pick<AppContext, 'clock' | 'db' | 'log'>) {
  const probe = databaseProbe(db)
  let lastGood = Number.NEGATIVE_INFINITY
  /** @throws 500 when it does not; the reason is in the log. */
  return () => {
    if (clock.elapsed() - lastGood >= SHORT_MEMORY) {
      try {
        probe()
      } catch (error) {
        log.error({ reason: String(error) }, 'the database does not work')
        throw internal('db unavailable')
      }
      lastGood = clock.elapsed()
    }
    return { message: 'db available' as const, status: 'success' as const }
  }
}
