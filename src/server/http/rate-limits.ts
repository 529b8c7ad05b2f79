import { Elysia } from 'elysia'
import { pickTighter, type RateLimit, type RateLimitStatus } from '@/lib/network/rate-limiter'
import { type Account, findAttemptKeys } from '@/services/auth/attempt-keys'
import { limitExceeded, rateLimitHeaders } from '@/services/auth/rate-limit-headers'
import type { AppContext } from '@/services/context'
import { clientNetwork } from './client-address'
import { readDeviceCookie } from './device-cookie'

/** Routes without rate limits, because every page requests them many times. */
const EXEMPT = [
  /^\/api\/users\/:\w+\/picture$/,
  /^\/api\/workouts\/map\/:\w+$/,
  /^\/api\/workouts\/map_tile\//,
  /^\/media\/:\w+$/,
]

/** Whether requests to a route are exempt from rate limits. */
export const isExempt = (route: string): boolean => EXEMPT.some((pattern) => pattern.test(route))

interface Call {
  request: Request
  route: string
  set: { headers: object }
  /** The remaining quota of the client, if the request has been counted. */
  rateLimit?: RateLimitStatus | undefined
}

/**
 * Enforces the configured rate limits. All requests count against the API limits. Requests that send email (`limited`),
 * and failed requests to routes where secrets could be guessed (`guarded`), also count against stricter ones. Responses
 * have headers with the remaining quota.
 */
export const rateLimits = (ctx: AppContext) => {
  const counted = ctx.config.rateLimits.api.length > 0
  const spend = ({ request, route, set }: Call) =>
    addHeaders(
      ctx,
      set,
      ctx.limiter.spend(clientName(ctx, request, route), ctx.config.rateLimits.api),
    )
  return new Elysia({ name: 'rate-limits' })
    .onTransform({ as: 'global' }, (call: Call) => {
      const { request, route, set } = call
      if (counted && !isExempt(route)) call.rateLimit = spend({ request, route, set })
    })
    .macro({
      /** Counts every request. */
      limited: (_: true) => ({
        transform: async ({ request, route, set, rateLimit }: Call) => {
          const who = clientName(ctx, request, route)
          const left = await ctx.attempts.spend(who, ctx.config.rateLimits.auth)
          addHeaders(ctx, set, left, rateLimit)
        },
      }),
      /** Rejects clients with too many failed attempts. The handler gets `guess`, which runs the work that may fail. */
      guarded: (_: true) => ({
        transform: async ({ request, route, set, rateLimit }: Call) => {
          const left = await ctx.attempts.left(clientName(ctx, request, route))
          // `guess` checks whether the device is known, once the account has been read from the body.
          if (left && left.remaining <= 0 && readDeviceCookie(request) === '')
            throw limitExceeded(left, ctx.clock.now())
          addHeaders(ctx, set, left, rateLimit)
        },
        resolve: ({ request, route, set, rateLimit }: Call) => ({
          guess: async <Result>(
            account: Account | undefined,
            work: () => Promise<Result>,
          ): Promise<Result> => {
            const client = clientName(ctx, request, route)
            const keys = await findAttemptKeys(ctx, {
              ...{ account, client },
              network: clientNetwork(ctx, request),
              device: readDeviceCookie(request),
            })
            try {
              return await ctx.attempts.guess(keys, work)
            } finally {
              const [who = client] = keys.limited
              addHeaders(ctx, set, await ctx.attempts.left(who), rateLimit)
            }
          },
        }),
      }),
    })
}

/** Counts an action of an account, in memory. @throws 429 when the limit is exceeded. */
export function spendQuota(
  { limiter, clock }: Pick<AppContext, 'limiter' | 'clock'>,
  what: string,
  limit: RateLimit,
): void {
  const left = limiter.spend(what, [limit])
  if (left && left.remaining < 0) throw limitExceeded(left, clock.now())
}

/** Counts a request outside of `/api` against the API limits. @throws 429 */
export function spendApiQuota(ctx: AppContext, request: Request, route: string): void {
  const left = ctx.limiter.spend(clientName(ctx, request, route), ctx.config.rateLimits.api)
  if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}

/** Counts an invalid personal token. @throws 429 after too many from the same network; valid tokens still work. */
export function countWrongToken(ctx: AppContext, request: Request): void {
  const who = `${clientNetwork(ctx, request)} wrong tokens`
  const left = ctx.limiter.spend(who, ctx.config.rateLimits.auth)
  if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}

const clientName = (ctx: AppContext, request: Request, route: string) =>
  `${clientNetwork(ctx, request)} ${request.method} ${route}`

/** Writes the remaining quota into the response headers. @throws 429 when the quota is exceeded. */
function addHeaders(
  { clock }: AppContext,
  set: Call['set'],
  left: RateLimitStatus | undefined,
  before?: RateLimitStatus,
): RateLimitStatus | undefined {
  if (left && left.remaining < 0) throw limitExceeded(left, clock.now())
  const tightest = pickTighter(before, left)
  if (tightest) Object.assign(set.headers, rateLimitHeaders(tightest))
  return tightest
}
