import type { RateLimit } from '@/config/rate-limits'
import { AppError } from '@/errors'
import type { Clock } from '@/lib/clock'

const SWEEP_EVERY = 10_000

interface Window {
  endsAt: number
  used: number
}

/** Counts requests in fixed windows, in memory. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()
  #sinceSweep = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts one request of `client` to `route` against every limit.
   *
   * @throws 429 with the first limit that is exceeded.
   */
  spend(client: string, route: string, limits: readonly RateLimit[]): void {
    for (const limit of limits) {
      const window = this.#window(`${client} ${route} ${limit.text}`, limit)
      window.used += 1
      if (window.used > limit.count) throw exceeded(limit, window, this.#clock.now())
    }
    this.#sweepNowAndThen()
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

function exceeded(limit: RateLimit, window: Window, now: number): AppError {
  const wait = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
  return new AppError(
    429,
    { message: `rate limit exceeded (${limit.text})`, status: 'error' },
    {
      'retry-after': String(wait),
      'x-ratelimit-limit': String(limit.count),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1000)),
    },
  )
}
