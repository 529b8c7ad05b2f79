import type { RateLimit } from '@/lib/network/rate-limiter'
import { limitExceeded } from '@/services/auth/rate-limit-headers'
import type { AppContext } from '@/services/context'

type Deps = Pick<AppContext, 'attempts' | 'clock' | 'config'>

/** Ordinary users need fewer links, and recipients who did not request them should not be flooded. */
const LINK_RATE_LIMIT: RateLimit = { count: 5, windowSeconds: 3600, text: '5 per 1 hour' }

/** There is no limit if AUTH_RATE_LIMITS is empty. */
const countLink = ({ attempts, config }: Deps, what: string) =>
  attempts.spend(what, config.rateLimits.auth.length > 0 ? [LINK_RATE_LIMIT] : [])

const countLinkTo = (ctx: Deps, email: string) => countLink(ctx, `mail to ${email.toLowerCase()}`)

/**
 * Counts a link that an administrator sends to an address.
 *
 * @throws 429 when the address has received too many.
 */
export async function requireMayMailLinkTo(ctx: Deps, email: string): Promise<void> {
  const left = await countLinkTo(ctx, email)
  if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}

/** Counts one more link to an address that an anonymous visitor entered. Returns whether it may be sent. */
export async function mayMailLink(ctx: Deps, email: string): Promise<boolean> {
  const left = await countLinkTo(ctx, email)
  return left === undefined || left.remaining >= 0
}

/**
 * Counts a link that an account requests for an address it claims to own.
 *
 * @throws 429 when the account has requested, or the address has received, too many.
 */
export async function requireMayMailLink(ctx: Deps, userId: number, email: string): Promise<void> {
  for (const left of [await countLink(ctx, `mail from ${userId}`), await countLinkTo(ctx, email)])
    if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}
