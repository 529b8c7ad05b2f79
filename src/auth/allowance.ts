import { AppError } from '@/errors'
import type { Allowance } from '@/lib/rate-limiter'

/** Headers that tell clients how much of a limit is left. */
export const allowanceHeaders = ({ limit, remaining, resetsAt }: Allowance) => ({
  'x-ratelimit-limit': String(limit.count),
  'x-ratelimit-remaining': String(Math.max(0, remaining)),
  'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
})

/** 429 with the limit that is exceeded and when to come back. */
export function limitExceeded(allowance: Allowance, now: number): AppError {
  const wait = Math.max(1, Math.ceil((allowance.resetsAt - now) / 1000))
  return new AppError(
    429,
    { message: `rate limit exceeded (${allowance.limit.text})`, status: 'error' },
    { ...allowanceHeaders(allowance), 'retry-after': String(wait) },
  )
}
