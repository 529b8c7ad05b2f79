import { limitExceeded } from '@/auth/allowance'
import type { AppContext } from '@/context'
import type { RateLimit } from '@/lib/rate-limiter'

type Deps = Pick<AppContext, 'attempts' | 'clock' | 'config'>

/** Nobody needs more links in an hour, and whoever did not ask for them is annoyed. */
const MAILS: RateLimit = { count: 5, windowSeconds: 3600, text: '5 per 1 hour' }

/** Without AUTH_RATE_LIMITS there is no limit. */
const spend = ({ attempts, config }: Deps, what: string) =>
  attempts.spend(what, config.rateLimits.auth.length > 0 ? [MAILS] : [])

const spendMailTo = (ctx: Deps, email: string) => spend(ctx, `mail to ${email.toLowerCase()}`)

/** Whether one more link may be mailed to an address that somebody names; counts it. */
export async function mayMailLink(ctx: Deps, email: string): Promise<boolean> {
  const left = await spendMailTo(ctx, email)
  return left === undefined || left.remaining >= 0
}

/**
 * Counts a link that an account has mailed to an address it says to be its own.
 *
 * @throws 429 when the account has had too many mailed, or the address has got too many.
 */
export async function requireMayMailLink(ctx: Deps, userId: number, email: string): Promise<void> {
  for (const left of [await spend(ctx, `mail from ${userId}`), await spendMailTo(ctx, email)])
    if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}
