import { createExpiringCache, type ExpiringCache } from '@/lib/concurrency/expiring-cache'
import type { Log } from '@/lib/log'
import { type Clock, MINUTE } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { recordPersonalTokenUse } from '@/store/db/queries/accounts/personal-tokens'

/** Milliseconds during which the uses of a token count as one, so that requests rarely cause a write. */
const USE_INTERVAL = MINUTE
const MAX_TOKENS = 5000

interface Deps {
  db: Db
  clock: Clock
  log: Log
}

/** Records when personal access tokens were last used, to the minute. */
export class TokenUses {
  readonly #deps: Deps
  readonly #canWrite: boolean
  readonly #recorded: ExpiringCache<true>
  #writing: Promise<unknown> = Promise.resolve()

  /** A replica (`canWrite` is false) records nothing. */
  constructor(deps: Deps, canWrite: boolean) {
    this.#deps = deps
    this.#canWrite = canWrite
    this.#recorded = createExpiringCache({
      clock: deps.clock,
      lifetime: USE_INTERVAL,
      entries: MAX_TOKENS,
    })
  }

  /**
   * Records in the background that a token is used now; an error is logged. `lastUsedAt` is the last recorded use, in
   * milliseconds since the Unix epoch; null if there is none or it is unknown.
   */
  record(id: number, lastUsedAt: number | null): void {
    const { db, clock, log } = this.#deps
    const at = clock.now()
    if (!this.#canWrite || this.#recorded.get(String(id))) return
    this.#recorded.set(String(id), true)
    if (lastUsedAt !== null && lastUsedAt <= at && at - lastUsedAt < USE_INTERVAL) return
    this.#writing = Promise.all([
      this.#writing,
      writeTo(db, (tx) => recordPersonalTokenUse(tx, { id, at })).catch((error) =>
        log.warn({ reason: String(error) }, 'could not record the use of a token'),
      ),
    ])
  }

  /** Resolves when all uses have been written. */
  async settle(): Promise<void> {
    await this.#writing
  }
}
