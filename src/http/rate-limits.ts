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

/**
 * Counts requests against the configured limits: all of them against the API limits, and routes with
 * `limited` (log in, password reset, tokens) against the stricter ones. Answers tell what is left.
 */
export const rateLimits = (ctx: AppContext) => {
  const spend = (call: Call, kind: 'api' | 'auth') => {
    const { request, route, set } = call
    const spent = ctx.limiter.spend(
      clientAddress(ctx, request),
      `${kind} ${request.method} ${route}`,
      ctx.config.rateLimits[kind],
    )
    if (spent && spent.remaining < 0) throw exceeded(spent, ctx.clock.now())
    const left = tighter(call.allowance, spent)
    if (!left) return
    call.allowance = left
    Object.assign(set.headers, allowanceHeaders(left))
  }
  return new Elysia({ name: 'rate-limits' })
    .onTransform({ as: 'global' }, (call) => {
      if (!EXEMPT.some((pattern) => pattern.test(call.route))) spend(call, 'api')
    })
    .macro({ limited: (_: true) => ({ transform: (call: Call) => spend(call, 'auth') }) })
}

interface Call {
  request: Request
  route: string
  set: { headers: object }
  /** What is left to the client, as far as the request has been counted. */
  allowance?: Allowance
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
