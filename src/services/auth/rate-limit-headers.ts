import { AppError } from '@/lib/errors'
import type { RateLimitStatus } from '@/lib/network/rate-limiter'

/** Rate limit headers of a response. */
export const rateLimitHeaders = ({ limit, remaining, resetsAt }: RateLimitStatus) => ({
  'x-ratelimit-limit': String(limit.count),
  'x-ratelimit-remaining': String(Math.max(0, remaining)),
  'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
})

/** 429 with the exceeded limit and the time until it resets. */
export function limitExceeded(status: RateLimitStatus, now: number): AppError {
  const wait = Math.max(1, Math.ceil((status.resetsAt - now) / 1000))
  return new AppError(
    429,
    { message: `rate limit exceeded (${status.limit.text})`, status: 'error' },
    { ...rateLimitHeaders(status), 'retry-after': String(wait) },
  )
}
