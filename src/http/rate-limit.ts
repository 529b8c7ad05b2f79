import type { RateLimit } from '@/config/rate-limits'
import { AppError } from '@/errors'
import type { Clock } from '@/lib/clock'

const SWEEP_EVERY = 10_000

interface Window {
  endsAt: number
  used: number
}

/** What is left of a limit. */
export interface Allowance {
  limit: RateLimit
  remaining: number
  /** Milliseconds since the Unix epoch. */
  resetsAt: number
}

/** The headers that tell clients what is left. */
export const allowanceHeaders = ({ limit, remaining, resetsAt }: Allowance) => ({
  'x-ratelimit-limit': String(limit.count),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
})

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
   * Counts one request of `client` to `route` against every limit; returns what is left of the tightest.
   *
   * @throws 429 with the first limit that is exceeded.
   */
  spend(client: string, route: string, limits: readonly RateLimit[]): Allowance | undefined {
    let tightest: Allowance | undefined
    for (const limit of limits) {
      const window = this.#window(`${client} ${route} ${limit.text}`, limit)
      window.used += 1
      const remaining = limit.count - window.used
      if (remaining < 0)
        throw exceeded({ limit, remaining: 0, resetsAt: window.endsAt }, this.#clock)
      tightest = tighter(tightest, { limit, remaining, resetsAt: window.endsAt })
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

function exceeded(allowance: Allowance, clock: Clock): AppError {
  const wait = Math.max(1, Math.ceil((allowance.resetsAt - clock.now()) / 1000))
  return new AppError(
    429,
    { message: `rate limit exceeded (${allowance.limit.text})`, status: 'error' },
    { ...allowanceHeaders(allowance), 'retry-after': String(wait) },
  )
}
