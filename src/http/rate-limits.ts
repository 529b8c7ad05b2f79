import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { clientAddress } from './client-address'
import { type Allowance, allowanceHeaders, tighter } from './rate-limit'

/** Routes that are free: every page asks them many times. */
const EXEMPT = [
  /^\/api\/users\/:\w+\/picture$/,
  /^\/api\/workouts\/map\/:\w+$/,
  /^\/api\/workouts\/map_tile\//,
]

/** What is left to the client of a request, as far as it has been counted. */
const allowances = new WeakMap<Request, Allowance>()

/**
 * Counts requests against the configured limits: all of them against the API limits, and routes with
 * `limited` (log in, password reset, tokens) against the stricter ones. Answers tell what is left.
 */
export const rateLimits = (ctx: AppContext) => {
  const spend = ({ request, route, set }: Call, kind: 'api' | 'auth') => {
    const spent = ctx.limiter.spend(
      clientAddress(request, ctx.config.trustedProxies),
      `${kind} ${request.method} ${route}`,
      ctx.config.rateLimits[kind],
    )
    const left = tighter(allowances.get(request), spent)
    if (!left) return
    allowances.set(request, left)
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
}
