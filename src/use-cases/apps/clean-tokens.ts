import { setImmediate } from 'node:timers/promises'
import { DAY } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { deleteInBatches, LOT } from '@/store/db/delete-in-batches'
import { pagesById } from '@/store/db/pages-by-id'
import { deleteEmptyGrants, listGrantsAfter } from '@/store/db/queries/accounts/oauth2-grants'
import { deleteTokensExpiredBefore } from '@/store/db/queries/accounts/oauth2-tokens'

/** Days for which tokens can still be refreshed after they expire. */
const REFRESHABLE_DAYS = 10

/**
 * Deletes tokens that expired more than `days` ago, even if they could still be refreshed, and grants without tokens.
 * Returns the number of tokens deleted.
 */
export async function cleanTokens(ctx: AppContext, days: number): Promise<number> {
  const before = ctx.clock.now() - days * DAY
  const deleted = await deleteInBatches(ctx, (db, limit) =>
    deleteTokensExpiredBefore(db, before, limit),
  )
  const read = (after: number) => listGrantsAfter(ctx.db, after, { before, limit: LOT })
  for await (const grants of pagesById(read)) {
    const empty = grants.filter(({ isInUse }) => !isInUse).map(({ id }) => id)
    if (empty.length > 0) await transact(ctx, ({ db }) => deleteEmptyGrants(db, empty))
    await setImmediate()
  }
  return deleted
}

/** Deletes tokens that can no longer be used or refreshed. */
export const deleteUnusableTokens = (ctx: AppContext): Promise<number> =>
  cleanTokens(ctx, REFRESHABLE_DAYS)
