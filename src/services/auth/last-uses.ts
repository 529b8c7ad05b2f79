import { createExpiringCache, type ExpiringCache } from '@/lib/concurrency/expiring-cache'
import type { Log } from '@/lib/log'
import { type Clock, MINUTE } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { type Tx, writeTo } from '@/store/db/connections/transact'
import { recordPersonalTokenUse } from '@/store/db/queries/accounts/personal-tokens'

/** Milliseconds during which the uses of a secret count as one, so that requests rarely cause a write. */
const USE_INTERVAL = MINUTE
const MAX_USES = 5000

interface Deps {
  db: Db
  clock: Clock
  log: Log
}

/** A use of a secret: its key, whether the database already contains it, and the write that stores it. */
interface Use {
  key: string
  isStored: boolean
  write: (tx: Tx) => Promise<unknown>
}

/** Records in the background when personal access tokens and public links were last used. */
export class LastUses {
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
      entries: MAX_USES,
    })
  }

  /** Stores a use unless one with the same key was recorded within the last minute; an error is logged. */
  record({ key, isStored, write }: Use): void {
    const { db, log } = this.#deps
    if (!this.#canWrite || this.#recorded.get(key)) return
    this.#recorded.set(key, true)
    if (isStored) return
    this.#writing = Promise.all([
      this.#writing,
      writeTo(db, write).catch((error) =>
        log.warn({ reason: String(error) }, 'could not record the use of a token or link'),
      ),
    ])
  }

  /** Resolves when all uses have been written. */
  async settle(): Promise<void> {
    await this.#writing
  }
}

/**
 * Records that a personal access token is used now. `lastUsedAt` is the last recorded use, in milliseconds since the
 * Unix epoch; null if there is none or it is unknown.
 */
export function recordTokenUse(
  { lastUses, clock }: { lastUses: LastUses; clock: Clock },
  id: number,
  lastUsedAt: number | null,
): void {
  const at = clock.now()
  const isStored = lastUsedAt !== null && lastUsedAt <= at && at - lastUsedAt < USE_INTERVAL
  const write = (tx: Tx) => recordPersonalTokenUse(tx, { id, at })
  lastUses.record({ key: `token ${id}`, isStored, write })
}
