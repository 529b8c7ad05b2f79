import { Elysia } from 'elysia'
import { allowanceHeaders, limitExceeded } from '@/auth/allowance'
import type { Account } from '@/auth/attempts'
import type { AppContext } from '@/context'
import { type Allowance, type RateLimit, tighter } from '@/lib/rate-limiter'
import { clientNetwork } from './client-address'

/** Routes that are free: every page asks them many times. */
const EXEMPT = [
  /^\/api\/users\/:\w+\/picture$/,
  /^\/api\/workouts\/map\/:\w+$/,
  /^\/api\/workouts\/map_tile\//,
]

/** Whether requests to a route count against no limit. */
export const isExempt = (route: string): boolean => EXEMPT.some((pattern) => pattern.test(route))

interface Call {
  request: Request
  route: string
  set: { headers: object }
  /** What is left to the client, as far as the request has been counted. */
  allowance?: Allowance | undefined
}

/**
 * Counts requests against the configured limits: all of them against the API limits; against the stricter ones all
 * that have mails sent (`limited`), and those that fail of routes where secrets could be guessed (`guarded`). Answers
 * tell what is left.
 */
export const rateLimits = (ctx: AppContext) => {
  const counted = ctx.config.rateLimits.api.length > 0
  const spend = ({ request, route, set }: Call) =>
    tell(ctx, set, ctx.limiter.spend(client(ctx, request, route), ctx.config.rateLimits.api))
  return new Elysia({ name: 'rate-limits' })
    .onTransform({ as: 'global' }, (call: Call) => {
      const { request, route, set } = call
      if (counted && !isExempt(route)) call.allowance = spend({ request, route, set })
    })
    .macro({
      /** Counts every request. */
      limited: (_: true) => ({
        transform: async ({ request, route, set, allowance }: Call) => {
          const who = client(ctx, request, route)
          const left = await ctx.attempts.spend(who, ctx.config.rateLimits.auth)
          tell(ctx, set, left, allowance)
        },
      }),
      /** Refuses who has failed too often; the handler gets `guess`, in which it does what may fail. */
      guarded: (_: true) => ({
        transform: async ({ request, route, set, allowance }: Call) => {
          const left = await ctx.attempts.left(client(ctx, request, route))
          if (left && left.remaining <= 0) throw limitExceeded(left, ctx.clock.now())
          tell(ctx, set, left, allowance)
        },
        resolve: ({ request, route, set, allowance }: Call) => ({
          guess: async <Result>(
            account: Account | undefined,
            work: () => Promise<Result>,
          ): Promise<Result> => {
            const who = client(ctx, request, route)
            const whose = account ? [who, await ctx.attempts.nameOf(account)] : [who]
            try {
              return await ctx.attempts.guess(whose, work)
            } finally {
              tell(ctx, set, await ctx.attempts.left(who), allowance)
            }
          },
        }),
      }),
    })
}

/** Counts something that an account does, in memory. @throws 429 when that is more than the limit. */
export function spendAllowance(
  { limiter, clock }: Pick<AppContext, 'limiter' | 'clock'>,
  what: string,
  limit: RateLimit,
): void {
  const left = limiter.spend(what, [limit])
  if (left && left.remaining < 0) throw limitExceeded(left, clock.now())
}

/** Counts a request against the API limits that is none of the API. @throws 429 */
export function spendApiAllowance(ctx: AppContext, request: Request, route: string): void {
  const left = ctx.limiter.spend(client(ctx, request, route), ctx.config.rateLimits.api)
  if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}

/** Counts a personal token that is none. @throws 429 after too many from the same network; good ones go on working. */
export function countWrongToken(ctx: AppContext, request: Request): void {
  const who = `${clientNetwork(ctx, request)} wrong tokens`
  const left = ctx.limiter.spend(who, ctx.config.rateLimits.auth)
  if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}

const client = (ctx: AppContext, request: Request, route: string) =>
  `${clientNetwork(ctx, request)} ${request.method} ${route}`

/** Writes what is left into the headers of the answer. @throws 429 when that is less than nothing. */
function tell(
  { clock }: AppContext,
  set: Call['set'],
  left: Allowance | undefined,
  before?: Allowance,
): Allowance | undefined {
  if (left && left.remaining < 0) throw limitExceeded(left, clock.now())
  const tightest = tighter(before, left)
  if (tightest) Object.assign(set.headers, allowanceHeaders(tightest))
  return tightest
}
