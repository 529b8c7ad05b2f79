import { AppError, MissingCodeError } from '@/lib/errors'
import type { Log } from '@/lib/log'
import { type RateLimit, RateLimiter, type RateLimitStatus } from '@/lib/network/rate-limiter'
import { hashText } from '@/lib/text/digest'
import type { Clock } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import {
  type AttemptWindow,
  listAttemptWindows,
  saveAttemptWindows,
} from '@/store/db/queries/accounts/attempt-windows'
import { limitExceeded } from './rate-limit-headers'

interface Deps {
  db: Db
  clock: Clock
  log: Log
}

/** The keys under which a failed attempt is counted. `alsoCounted` keys do not limit the attempt. */
export interface AttemptKeys {
  limited: readonly string[]
  alsoCounted?: readonly string[]
}

/**
 * Attempts with one key: those in progress, and those that wait because they may exceed the limit if the former fail.
 */
interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Limits actions that need no secret, such as sending mails, and failed guesses of secrets. Counts survive a restart.
 * Only digests of addresses and names are stored.
 */
export class LoginAttempts {
  readonly #deps: Deps
  /** Limits for failed guesses. */
  readonly #limits: readonly RateLimit[]
  readonly #limiter: RateLimiter
  readonly #unsaved = new Map<string, AttemptWindow>()
  readonly #lanes = new Map<string, Lane>()
  #restored: Promise<void> | undefined

  constructor(deps: Deps, limits: readonly RateLimit[]) {
    this.#deps = deps
    this.#limits = limits
    this.#limiter = new RateLimiter(deps.clock, (key, { endsAt, used }) => {
      this.#unsaved.set(key, { key, ends_at: endsAt, used })
    })
  }

  /** Counts one use of `what`. Returns the remaining uses, which are negative when the limit is exceeded. */
  async spend(what: string, limits: readonly RateLimit[]): Promise<RateLimitStatus | undefined> {
    await this.#restore()
    const left = this.#limiter.spend(hashText(what), limits)
    await this.#save()
    return left
  }

  /** Returns how many more guesses of `who` may fail; undefined without limits. */
  async left(who: string, limits = this.#limits): Promise<RateLimitStatus | undefined> {
    await this.#restore()
    return this.#limiter.peek(hashText(who), limits)
  }

  /**
   * Runs `work`, which checks a secret. A 4xx error counts as a failure for all keys in `limited` and `alsoCounted`; only
   * `limited` limits this attempt. At most as many attempts run concurrently as may still fail; the others wait for their
   * outcome. `limits` replaces the configured ones.
   *
   * @throws 429 after too many failures.
   */
  async guess<Result>(
    { limited, alsoCounted = [] }: AttemptKeys,
    work: () => Promise<Result>,
    limits = this.#limits,
  ): Promise<Result> {
    if (limits.length === 0) return work()
    await this.#restore()
    const keys = limited.map(hashText)
    const counted = [...keys, ...alsoCounted.map(hashText)]
    return this.#inLanes(keys, limits, async () => {
      try {
        return await work()
      } catch (error) {
        if (isFailedGuess(error)) await this.#countFailure(counted, limits)
        throw error
      }
    })
  }

  async #countFailure(keys: readonly string[], limits: readonly RateLimit[]): Promise<void> {
    for (const key of keys) this.#limiter.spend(key, limits)
    await this.#save()
  }

  async #inLanes<Result>(
    [key, ...others]: readonly string[],
    limits: readonly RateLimit[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === undefined) return work()
    await this.#enter(key, limits)
    try {
      return await this.#inLanes(others, limits, work)
    } finally {
      this.#leave(key)
    }
  }

  async #enter(key: string, limits: readonly RateLimit[]): Promise<void> {
    for (;;) {
      const left = this.#limiter.peek(key, limits)
      const lane = this.#lane(key)
      if (left && left.remaining <= 0) {
        this.#callNext(key)
        throw limitExceeded(left, this.#deps.clock.now())
      }
      if (!left || lane.running < left.remaining) {
        lane.running += 1
        return
      }
      await new Promise<void>((resolve) => lane.waiting.push(resolve))
    }
  }

  #leave(key: string): void {
    this.#lane(key).running -= 1
    this.#callNext(key)
  }

  #lane(key: string): Lane {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] }
    this.#lanes.set(key, lane)
    return lane
  }

  #callNext(key: string): void {
    const lane = this.#lane(key)
    const next = lane.waiting.shift()
    if (next) next()
    else if (lane.running === 0) this.#lanes.delete(key)
  }

  #restore(): Promise<void> {
    this.#restored ??= this.#readWindows().catch((error) => {
      // After a transient error the next call has to try again, or all logins would fail until a restart.
      this.#restored = undefined
      throw error
    })
    return this.#restored
  }

  async #readWindows(): Promise<void> {
    const windows = await listAttemptWindows(this.#deps.db, this.#deps.clock.now())
    for (const { key, ends_at: endsAt, used } of windows)
      this.#limiter.restore(key, { endsAt, used })
  }

  /** Ignores errors: a count that cannot be stored must not prevent logins, and it remains in memory. */
  async #save(): Promise<void> {
    const windows = [...this.#unsaved.values()]
    this.#unsaved.clear()
    const { db, log } = this.#deps
    await writeTo(db, (tx) => saveAttemptWindows(tx, windows)).catch((error) =>
      log.error({ err: error }, 'could not store login attempts'),
    )
  }
}

/**
 * Whether an attempt failed because of the caller's input. 429 does not count, because the attempt was not made then, and
 * neither does the first step of a two-factor login.
 */
const isFailedGuess = (error: unknown) =>
  error instanceof AppError &&
  !(error instanceof MissingCodeError) &&
  error.httpStatus >= 400 &&
  error.httpStatus < 500 &&
  error.httpStatus !== 429
