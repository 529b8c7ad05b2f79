import { createExpiringCache, type ExpiringCache } from '@/lib/concurrency/expiring-cache'
import type { Log } from '@/lib/log'
import { type Clock, MINUTE, SECOND } from '@/lib/time/clock'
import { formatLocalDay } from '@/lib/time/local-date'
import type { Db } from '@/store/db/connections/open'
import { type Tx, writeTo } from '@/store/db/connections/transact'
import { recordPersonalTokenUse } from '@/store/db/queries/accounts/personal-tokens'
import { recordLastSeen } from '@/store/db/queries/accounts/sessions'

/** Milliseconds during which the uses of a secret count as one, so that requests rarely cause a write. */
const USE_INTERVAL = MINUTE
const MAX_USES = 5000
/** Milliseconds for which writes are collected, so that they share a transaction and do not delay requests. */
const WRITE_DELAY = 5 * SECOND

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

/** Records in the background when accounts, sessions, personal access tokens and public links were last used. */
export class LastUses {
  readonly #deps: Deps
  readonly #canWrite: boolean
  readonly #recorded: ExpiringCache<true>
  #collected: Use['write'][] = []
  #timer: ReturnType<typeof setTimeout> | undefined
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

  /** Stores a use a few seconds later, unless one with the same key was recorded within the last minute. */
  record({ key, isStored, write }: Use): void {
    if (!this.#canWrite || this.#recorded.get(key)) return
    this.#recorded.set(key, true)
    if (isStored) return
    this.#collected.push(write)
    this.#timer ??= setTimeout(() => this.#writeCollected(), WRITE_DELAY).unref()
  }

  /** Writes everything that was recorded. Resolves when it is stored. */
  async settle(): Promise<void> {
    this.#writeCollected()
    await this.#writing
  }

  /** Writes the collected uses in one transaction; an error is logged. */
  #writeCollected(): void {
    const { db, log } = this.#deps
    const writes = this.#collected
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (writes.length === 0) return
    this.#collected = []
    const store = async (tx: Tx) => {
      for (const write of writes) await write(tx)
    }
    this.#writing = Promise.all([
      this.#writing,
      writeTo(db, store).catch((error) =>
        log.warn({ reason: String(error) }, 'could not record the last use of accounts or tokens'),
      ),
    ])
  }
}

/** The account of a caller, its session if that has a row, and when both were last seen (days in UTC). */
interface SeenCaller {
  id: number
  last_seen_on: string | null
  session_id?: number | null
  session_seen_on?: string | null
}

/** Records that an account, and the session of the request, is used today. */
export function recordSeen(
  { lastUses, clock }: { lastUses: LastUses; clock: Clock },
  { id, last_seen_on, session_id = null, session_seen_on }: SeenCaller,
): void {
  const day = formatLocalDay(clock.now(), 'UTC')
  const isSessionStored = session_id === null || session_seen_on === day
  lastUses.record({
    key: `account ${id} ${session_id} ${day}`,
    isStored: last_seen_on === day && isSessionStored,
    write: (tx) => recordLastSeen(tx, { userId: id, sessionId: session_id, day }),
  })
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
