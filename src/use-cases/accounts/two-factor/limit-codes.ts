import { WrongCodeError } from '@/lib/errors'
import type { RateLimit } from '@/lib/network/rate-limiter'
import type { AppContext } from '@/services/context'
import { wrongCodes } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { transact } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'

/**
 * Wrong codes of an account. Only those who know its password can use them up. Three of a million codes are valid at any
 * time, so the chance of guessing one is about 3 % in a year. The limits of passwords would allow a guess within weeks.
 */
const CODE_RATE_LIMITS: readonly RateLimit[] = [
  { count: 10, windowSeconds: 3600, text: '10 per 1 hour' },
  { count: 30, windowSeconds: 86_400, text: '30 per 1 day' },
]

/**
 * Runs `work`, which requires a two-factor code of a user. After too many wrong codes, the user is notified by mail,
 * because someone knows the password. There is no limit if AUTH_RATE_LIMITS is empty.
 *
 * @throws 429 after too many wrong codes.
 */
export async function limitCodes<Result>(
  ctx: AppContext,
  userId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const who = `two-factor code of ${userId}`
  const limits = ctx.config.rateLimits.auth.length > 0 ? CODE_RATE_LIMITS : []
  try {
    return await ctx.attempts.guess({ limited: [who] }, work, limits)
  } catch (error) {
    const left = error instanceof WrongCodeError ? await ctx.attempts.left(who, limits) : undefined
    if (left?.remaining === 0) await notifyOfWrongCodes(ctx, userId)
    throw error
  }
}

const notifyOfWrongCodes = (ctx: AppContext, userId: number): Promise<void> =>
  transact(ctx, async (tx) => postMail(tx, await getUserById(tx.db, userId), wrongCodes))
