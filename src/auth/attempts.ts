import type { Db } from '@/db/open'
import {
  type AttemptWindow,
  listAttemptWindows,
  saveAttemptWindows,
} from '@/db/queries/attempt-windows'
import { findUserByEmail } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import { AppError } from '@/errors'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import type { Log } from '@/lib/log'
import { type Allowance, type RateLimit, RateLimiter } from '@/lib/rate-limiter'
import { limitExceeded } from './allowance'

interface Deps {
  db: Db
  clock: Clock
  log: Log
}

/** Whose secret is tried. */
export type Account = { userId: number } | { email: string }

/** Attempts of one kind that are under way, and those that wait because the outcome of these may refuse them. */
interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Counts what people without a secret may do only so often, and guesses at secrets. What was counted outlives the
 * process; nobody's address or name is kept with it, only a digest.
 */
export class Attempts {
  readonly #deps: Deps
  /** Limits of failed guesses. */
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

  /** Counts one use of `what`; returns what is left, less than nothing if that was too much. */
  async spend(what: string, limits: readonly RateLimit[]): Promise<Allowance | undefined> {
    await this.#restore()
    const left = this.#limiter.spend(digestOf(what), limits)
    await this.#save()
    return left
  }

  /** How many more guesses by `who` may fail; undefined without limits. */
  async left(who: string): Promise<Allowance | undefined> {
    await this.#restore()
    return this.#limiter.peek(digestOf(who), this.#limits)
  }

  /**
   * Tries something that only who knows a secret can do: an answer of 400 to 499 is a failure, and counts for everybody
   * in `whose`. Never more attempts are under way than may still fail; the others wait for their outcome.
   *
   * @throws 429 once too many have failed.
   */
  async guess<Result>(whose: readonly string[], work: () => Promise<Result>): Promise<Result> {
    if (this.#limits.length === 0) return work()
    await this.#restore()
    const keys = whose.map(digestOf)
    return this.#inLanes(keys, async () => {
      try {
        return await work()
      } catch (error) {
        if (isRefusal(error)) await this.#countFailure(keys)
        throw error
      }
    })
  }

  /** What stands for an account in `guess`: the same by address and by number, and also for one that does not exist. */
  async nameOf(account: Account): Promise<string> {
    if ('userId' in account) return `account ${account.userId}`
    const user = await findUserByEmail(this.#deps.db, account.email)
    return user ? `account ${user.id}` : `address ${account.email.toLowerCase()}`
  }

  async #countFailure(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#limiter.spend(key, this.#limits)
    await this.#save()
  }

  async #inLanes<Result>(
    [key, ...others]: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === undefined) return work()
    await this.#enter(key)
    try {
      return await this.#inLanes(others, work)
    } finally {
      this.#leave(key)
    }
  }

  async #enter(key: string): Promise<void> {
    for (;;) {
      const left = this.#limiter.peek(key, this.#limits)
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
      // What passes must not keep everybody out until the server is started again.
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

  /** A count that cannot be kept is no reason to refuse anybody: it still holds until the process ends. */
  async #save(): Promise<void> {
    const windows = [...this.#unsaved.values()]
    this.#unsaved.clear()
    const { db, log } = this.#deps
    await writeTo(db, (tx) => saveAttemptWindows(tx, windows)).catch((error) =>
      log.error({ err: error }, 'attempts were not kept'),
    )
  }
}

/** Whether an attempt failed by what the caller sent; one that was refused unseen was none. */
const isRefusal = (error: unknown) =>
  error instanceof AppError &&
  error.httpStatus >= 400 &&
  error.httpStatus < 500 &&
  error.httpStatus !== 429
