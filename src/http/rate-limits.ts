import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { clientAddress } from './client-address'

/** Routes that are free: every page asks them many times. */
const EXEMPT = ['/api/workouts/map/', '/api/workouts/map_tile/', '/picture']

/**
 * Counts requests against the configured limits: all of them against the API limits, and routes with
 * `limited` (log in, password reset, tokens) against the stricter ones.
 */
export const rateLimits = (ctx: AppContext) => {
  const spend = (request: Request, route: string, kind: 'api' | 'auth') =>
    ctx.limiter.spend(
      clientAddress(request, ctx.config.trustedProxies),
      `${kind} ${request.method} ${route}`,
      ctx.config.rateLimits[kind],
    )
  return new Elysia({ name: 'rate-limits' })
    .onTransform({ as: 'global' }, ({ request, route }) => {
      if (!EXEMPT.some((part) => route.includes(part))) spend(request, route, 'api')
    })
    .macro({
      limited: (_: true) => ({
        transform: ({ request, route }) => spend(request, route, 'auth'),
      }),
    })
}
