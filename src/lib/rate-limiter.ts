import type { Clock } from './clock'

const SWEEP_EVERY = 10_000

/** At most `count` requests in each window of `windowSeconds`. */
export interface RateLimit {
  count: number
  windowSeconds: number
  /** As shown to the client: `300 per 5 minute`. */
  text: string
}

/** What is left of a limit; less than nothing once it is exceeded. */
export interface Allowance {
  limit: RateLimit
  remaining: number
  /** Milliseconds since the Unix epoch. */
  resetsAt: number
}

/** A stretch of time in which something was done so often. */
export interface Window {
  endsAt: number
  used: number
}

/** The one of two that runs out first. */
export const tighter = (one: Allowance | undefined, other: Allowance | undefined) =>
  one && other && other.remaining >= one.remaining ? one : (other ?? one)

/** Counts in fixed windows, in memory; `onSpend` is told of every window that has changed. */
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
   * Counts one use of `what` against the limits, up to the first that it exceeds; returns what is left of the
   * tightest, undefined without limits.
   */
  spend(what: string, limits: readonly RateLimit[]): Allowance | undefined {
    let tightest: Allowance | undefined
    for (const limit of limits) {
      const key = keyOf(what, limit)
      const window = this.#window(key, limit)
      window.used += 1
      this.#windows.set(key, window)
      this.#onSpend(key, window)
      const left = leftOf(limit, window)
      if (left.remaining < 0) return left
      tightest = tighter(tightest, left)
    }
    this.#sweepNowAndThen()
    return tightest
  }

  /** What is left to `what` of the tightest limit; nothing is counted. */
  peek(what: string, limits: readonly RateLimit[]): Allowance | undefined {
    return limits
      .map((limit) => leftOf(limit, this.#window(keyOf(what, limit), limit)))
      .reduce<Allowance | undefined>(tighter, undefined)
  }

  /** Goes on counting in a window that `onSpend` was told of. */
  restore(key: string, window: Window): void {
    this.#windows.set(key, window)
  }

  /** The time; when the clock was set back, windows end as much earlier: they keep nobody out for longer than else. */
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
    // It was restored, and began before the clock was set back.
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

const keyOf = (what: string, limit: RateLimit) => `${what} ${limit.text}`

const leftOf = (limit: RateLimit, window: Window): Allowance => ({
  limit,
  remaining: limit.count - window.used,
  resetsAt: window.endsAt,
})
