import type { AppContext } from '@/context'
import { deleteEmptyGrants } from '@/db/queries/oauth2-grants'
import { deleteTokensExpiredBefore } from '@/db/queries/oauth2-tokens'
import { transact } from '@/db/transact'
import { DAY } from '@/lib/clock'

/** Days between the end of access and the end of refreshing. */
const REFRESHABLE_DAYS = 10

/**
 * Deletes tokens whose access expired more than `days` ago, whether or not they could still be refreshed, and grants
 * left without tokens; returns the number of tokens.
 */
export const cleanTokens = (ctx: AppContext, days: number): Promise<number> =>
  transact(ctx, async ({ db, clock }) => {
    const before = clock.now() - days * DAY
    const deleted = await deleteTokensExpiredBefore(db, before)
    await deleteEmptyGrants(db, before)
    return deleted
  })

/** Deletes tokens that can no longer be used or refreshed. */
export const forgetDeadTokens = (ctx: AppContext): Promise<number> =>
  cleanTokens(ctx, REFRESHABLE_DAYS)
