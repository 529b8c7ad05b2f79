import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import { deleteInLots, LOT } from '@/db/delete-in-lots'
import { pagesById } from '@/db/pages-by-id'
import { deleteEmptyGrants, listGrantsAfter } from '@/db/queries/oauth2-grants'
import { deleteTokensExpiredBefore } from '@/db/queries/oauth2-tokens'
import { transact } from '@/db/transact'
import { DAY } from '@/lib/clock'

/** Days between the end of access and the end of refreshing. */
const REFRESHABLE_DAYS = 10

/**
 * Deletes tokens whose access expired more than `days` ago, whether or not they could still be refreshed, and grants
 * left without tokens; returns the number of tokens.
 */
export async function cleanTokens(ctx: AppContext, days: number): Promise<number> {
  const before = ctx.clock.now() - days * DAY
  const deleted = await deleteInLots(ctx, (db, most) => deleteTokensExpiredBefore(db, before, most))
  const read = (after: number) => listGrantsAfter(ctx.db, after, { before, most: LOT })
  for await (const grants of pagesById(read)) {
    const empty = grants.filter(({ isInUse }) => !isInUse).map(({ id }) => id)
    if (empty.length > 0) await transact(ctx, ({ db }) => deleteEmptyGrants(db, empty))
    await setImmediate()
  }
  return deleted
}

/** Deletes tokens that can no longer be used or refreshed. */
export const forgetDeadTokens = (ctx: AppContext): Promise<number> =>
  cleanTokens(ctx, REFRESHABLE_DAYS)
