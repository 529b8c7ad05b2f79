import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { AppError } from '@/errors'
import { type Allowance, tighter } from '@/lib/rate-limiter'
import { clientAddress } from './client-address'

/** Routes that are free: every page asks them many times. */
const EXEMPT = [
  /^\/api\/users\/:\w+\/picture$/,
  /^\/api\/workouts\/map\/:\w+$/,
  /^\/api\/workouts\/map_tile\//,
]

const isExempt = (route: string) => EXEMPT.some((pattern) => pattern.test(route))

/**
 * Counts requests against the configured limits: all of them against the API limits, and routes with
 * `limited` (log in, password reset, tokens) against the stricter ones. Answers tell what is left.
 */
export const rateLimits = (ctx: AppContext) => {
  const spend = ({ request, route, set, allowance }: Call, kind: 'api' | 'auth') => {
    const spent = ctx.limiter.spend(
      clientAddress(ctx, request),
      `${kind} ${request.method} ${route}`,
      ctx.config.rateLimits[kind],
    )
    if (spent && spent.remaining < 0) throw exceeded(spent, ctx.clock.now())
    const left = tighter(allowance, spent)
    if (left) Object.assign(set.headers, allowanceHeaders(left))
    return left
  }
  const counted = ctx.config.rateLimits.api.length > 0
  return new Elysia({ name: 'rate-limits' })
    .onTransform({ as: 'global' }, (call: Call) => {
      const { request, route, set } = call
      if (counted && !isExempt(route)) call.allowance = spend({ request, route, set }, 'api')
    })
    .macro({
      limited: (_: true) => ({
        transform: ({ request, route, set, allowance }: Call) =>
          void spend({ request, route, set, allowance }, 'auth'),
      }),
    })
}

interface Call {
  request: Request
  route: string
  set: { headers: object }
  /** What is left to the client, as far as the request has been counted. */
  allowance?: Allowance | undefined
}

/** The headers that tell clients what is left. */
const allowanceHeaders = ({ limit, remaining, resetsAt }: Allowance) => ({
  'x-ratelimit-limit': String(limit.count),
  'x-ratelimit-remaining': String(Math.max(0, remaining)),
  'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
})

function exceeded(allowance: Allowance, now: number): AppError {
  const wait = Math.max(1, Math.ceil((allowance.resetsAt - now) / 1000))
  return new AppError(
    429,
    { message: `rate limit exceeded (${allowance.limit.text})`, status: 'error' },
    { ...allowanceHeaders(allowance), 'retry-after': String(wait) },
  )
}
