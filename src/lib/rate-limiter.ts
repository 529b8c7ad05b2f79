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

interface Window {
  endsAt: number
  used: number
}

/** The one of two that runs out first. */
export const tighter = (one: Allowance | undefined, other: Allowance | undefined) =>
  one && other && other.remaining >= one.remaining ? one : (other ?? one)

/** Counts requests in fixed windows, in memory. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()
  #sinceSweep = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts one request of `client` to `route` against the limits, up to the first that it exceeds; returns what is
   * left of the tightest, undefined without limits.
   */
  spend(client: string, route: string, limits: readonly RateLimit[]): Allowance | undefined {
    let tightest: Allowance | undefined
    for (const limit of limits) {
      const window = this.#window(`${client} ${route} ${limit.text}`, limit)
      window.used += 1
      const left = { limit, remaining: limit.count - window.used, resetsAt: window.endsAt }
      if (left.remaining < 0) return left
      tightest = tighter(tightest, left)
    }
    this.#sweepNowAndThen()
    return tightest
  }

  #window(key: string, limit: RateLimit): Window {
    const now = this.#clock.now()
    const current = this.#windows.get(key)
    if (current && current.endsAt > now) return current
    const fresh = { endsAt: now + limit.windowSeconds * 1000, used: 0 }
    this.#windows.set(key, fresh)
    return fresh
  }

  #sweepNowAndThen(): void {
    this.#sinceSweep += 1
    if (this.#sinceSweep < SWEEP_EVERY) return
    this.#sinceSweep = 0
    const now = this.#clock.now()
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key)
  }
}
