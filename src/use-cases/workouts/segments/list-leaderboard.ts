import type { Visitor } from '@/policy/caller'
import { effortsVisibleTo } from '@/policy/segment'
import { viewerOf } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { listFastest, type SegmentEffortRow } from '@/store/db/queries/segments/leaderboards'
import type { Page, PageRequest } from '@/store/db/sql'
import { loadHidingRules } from '@/use-cases/views/hiding-rules'
import { requireVisibleSegment } from '@/use-cases/views/require-segment'
import { loadSeenUsers } from '@/use-cases/views/user'

type Deps = Pick<AppContext, 'db'>

/** Whether the times of efforts are hidden from the visitor, by owner. */
async function loadHiddenTimes(
  ctx: Deps,
  visitor: Visitor,
  rows: readonly SegmentEffortRow[],
): Promise<(userId: number) => boolean> {
  const rules = await loadHidingRules(ctx, visitor, [...new Set(rows.map((row) => row.user_id))])
  return (userId) => rules.get(userId)?.hidesTimes ?? false
}

/** The fastest effort of a user. */
export interface RankedEffort {
  /** 1 for the fastest of all that the visitor may see. */
  rank: number
  effort: SegmentEffortRow
  user: NonNullable<ReturnType<Awaited<ReturnType<typeof loadSeenUsers>>['get']>>
  isTimeHidden: boolean
}

/**
 * Returns one page of the fastest effort of each user on a segment, among those that the visitor may see.
 *
 * @throws 404 unless the visitor may see the segment
 */
export async function listLeaderboard(
  ctx: Deps,
  visitor: Visitor,
  shortId: string,
  page: PageRequest,
): Promise<Page<RankedEffort>> {
  const segment = await requireVisibleSegment(ctx, visitor, shortId)
  const conditions = effortsVisibleTo(viewerOf(visitor, { inReport: false }))
  const { rows, total } = await listFastest(ctx.db, segment.id, conditions, page)
  const isTimeHidden = await loadHiddenTimes(ctx, visitor, rows)
  const users = await loadSeenUsers(
    ctx,
    visitor,
    rows.map(({ user_id }) => user_id),
  )
  const first = (page.page - 1) * page.perPage + 1
  const ranked = rows.flatMap((effort, i) => {
    const user = users.get(effort.user_id)
    return user
      ? [{ rank: first + i, effort, user, isTimeHidden: isTimeHidden(effort.user_id) }]
      : []
  })
  return { rows: ranked, total }
}
