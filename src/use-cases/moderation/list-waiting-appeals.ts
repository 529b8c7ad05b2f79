import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listWaitingActions } from '@/store/db/queries/social/appeals'
import { listActionsByIds } from '@/store/db/queries/social/report-actions'
import type { PageRequest } from '@/store/db/sql'
import { loadActionViews } from '@/use-cases/views/sanction'

/** Returns one page of the sanctions whose appeals wait for a decision, the oldest appeal first. */
export async function listWaitingAppeals(ctx: AppContext, caller: Caller, page: PageRequest) {
  const { ids, total } = await listWaitingActions(ctx.db, page)
  const actions = await listActionsByIds(ctx.db, ids)
  const sorted = actions.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return { views: await loadActionViews(ctx, caller, sorted), total }
}
