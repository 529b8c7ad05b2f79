import type { Db } from '@/db/open'
import { notePersonalTokenUse } from '@/db/queries/personal-tokens'
import { writeTo } from '@/db/transact'
import { type Clock, MINUTE } from '@/lib/clock'
import { type ExpiringCache, expiringCache } from '@/lib/expiring-cache'
import type { Log } from '@/lib/log'

/** Milliseconds in which the uses of a token count as one, so that reading writes once in a while only. */
const ONE_USE = MINUTE
const MOST_KNOWN = 5000

interface Deps {
  db: Db
  clock: Clock
  log: Log
}

/** Notes when personal tokens were last used, to the minute. */
export class TokenUses {
  readonly #deps: Deps
  readonly #canWrite: boolean
  readonly #noted: ExpiringCache<true>
  #writing: Promise<unknown> = Promise.resolve()

  /** A server that only reads notes nothing. */
  constructor(deps: Deps, canWrite: boolean) {
    this.#deps = deps
    this.#canWrite = canWrite
    this.#noted = expiringCache({ clock: deps.clock, lifetime: ONE_USE, entries: MOST_KNOWN })
  }

  /**
   * Notes that a token is used now; nobody waits for it, and one that cannot be noted for now is no harm. `lastNoted`
   * is what is known of it, in milliseconds since the Unix epoch.
   */
  note(id: number, lastNoted: number | null): void {
    const { db, clock, log } = this.#deps
    const at = clock.now()
    if (!this.#canWrite || this.#noted.get(String(id))) return
    this.#noted.set(String(id), true)
    if (lastNoted !== null && lastNoted <= at && at - lastNoted < ONE_USE) return
    this.#writing = Promise.all([
      this.#writing,
      writeTo(db, (tx) => notePersonalTokenUse(tx, { id, at })).catch((error) =>
        log.warn({ reason: String(error) }, 'the use of a token was not noted'),
      ),
    ])
  }

  /** Waits until everything is noted. */
  async settle(): Promise<void> {
    await this.#writing
  }
}
