import { internal } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { databaseProbe } from '@/store/db/connections/probe'

/** Milliseconds for which a result is reused, since anonymous visitors may request it. */
const CACHE_MILLISECONDS = 1000

/** Returns a function that checks whether the database works, with a result cached for a short time. */
export function databaseCheck({ db, log, clock }: Pick<AppContext, 'clock' | 'db' | 'log'>) {
  const probe = databaseProbe(db)
  let lastGood = Number.NEGATIVE_INFINITY
  /** @throws 500 when it does not work; the reason is logged. */
  return () => {
    if (clock.elapsed() - lastGood >= CACHE_MILLISECONDS) {
      try {
        probe()
      } catch (error) {
        log.error({ reason: String(error) }, 'the database check failed')
        throw internal('db unavailable')
      }
      lastGood = clock.elapsed()
    }
    return { message: 'db available' as const, status: 'success' as const }
  }
}
