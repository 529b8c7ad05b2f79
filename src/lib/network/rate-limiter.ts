import type { Clock } from '@/lib/time/clock'

const SWEEP_EVERY = 10_000

/** At most `count` requests in each window of `windowSeconds`. */
export interface RateLimit {
  count: number
  windowSeconds: number
  /** As shown to the client: `300 per 5 minute`. */
  text: string
}

/** The remaining requests of a rate limit; negative once the limit is exceeded. */
export interface RateLimitStatus {
  limit: RateLimit
  remaining: number
  /** Milliseconds since the Unix epoch. */
  resetsAt: number
}

/** The number of uses in a time window. */
export interface Window {
  endsAt: number
  used: number
}

/** The one with fewer remaining requests. */
export const pickTighter = (
  one: RateLimitStatus | undefined,
  other: RateLimitStatus | undefined,
) => (one && other && other.remaining >= one.remaining ? one : (other ?? one))

/** Counts uses in fixed windows, in memory. `onSpend` is called with every window that changes. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #onSpend: (key: string, window: Window) => void
  readonly #windows = new Map<string, Window>()
  #sinceSweep = 0
  #latest = 0

  constructor(clock: Clock, onSpend: (key: string, window: Window) => void = () => undefined) {
    this.#clock = clock
    this.#onSpend = onSpend
  }

  /**
   * Counts one use of `what` against the limits, up to the first that it exceeds. Returns the status of the tightest
   * limit, or undefined without limits.
   */
  spend(what: string, limits: readonly RateLimit[]): RateLimitStatus | undefined {
    let tightest: RateLimitStatus | undefined
    for (const limit of limits) {
      const key = windowKey(what, limit)
      const window = this.#window(key, limit)
      window.used += 1
      this.#windows.set(key, window)
      this.#onSpend(key, window)
      const left = rateLimitStatus(limit, window)
      if (left.remaining < 0) return left
      tightest = pickTighter(tightest, left)
    }
    this.#sweepNowAndThen()
    return tightest
  }

  /** Returns the status of the tightest limit for `what` without counting a use. */
  peek(what: string, limits: readonly RateLimit[]): RateLimitStatus | undefined {
    return limits
      .map((limit) => rateLimitStatus(limit, this.#window(windowKey(what, limit), limit)))
      .reduce<RateLimitStatus | undefined>(pickTighter, undefined)
  }

  /** Restores a window that an earlier process reported to `onSpend`. */
  restore(key: string, window: Window): void {
    this.#windows.set(key, window)
  }

  /**
   * Returns the current time. When the clock was set back, moves the ends of all windows back by the same amount, so
   * that clients are not limited for longer than intended.
   */
  #now(): number {
    const now = this.#clock.now()
    const back = this.#latest - now
    if (back > 0) for (const window of this.#windows.values()) window.endsAt -= back
    this.#latest = now
    return now
  }

  #window(key: string, limit: RateLimit): Window {
    const now = this.#now()
    const latestEnd = now + limit.windowSeconds * 1000
    const current = this.#windows.get(key)
    if (!current || current.endsAt <= now) return { endsAt: latestEnd, used: 0 }
    // A restored window may have begun before the clock was set back.
    current.endsAt = Math.min(current.endsAt, latestEnd)
    return current
  }

  #sweepNowAndThen(): void {
    this.#sinceSweep += 1
    if (this.#sinceSweep < SWEEP_EVERY) return
    this.#sinceSweep = 0
    const now = this.#clock.now()
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key)
  }
}

const windowKey = (what: string, limit: RateLimit) => `${what} ${limit.text}`

const rateLimitStatus = (limit: RateLimit, window: Window): RateLimitStatus => ({
  limit,
  remaining: limit.count - window.used,
  resetsAt: window.endsAt,
})
