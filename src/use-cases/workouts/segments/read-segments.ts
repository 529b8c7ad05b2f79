import type { Caller, Visitor } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listOwnEfforts } from '@/store/db/queries/segments/leaderboards'
import type { RankedSegmentRow } from '@/store/db/queries/segments/ranked-segments'
import type { PageRequest } from '@/store/db/sql'
import { requireVisibleSegment } from '@/use-cases/views/require-segment'
import { loadSegmentView, type SegmentView } from '@/use-cases/views/segment'

type Deps = Pick<AppContext, 'db'>

/** Returns a segment with its line. @throws 404 unless the visitor may see it */
export const getSegment = async (
  ctx: Deps,
  visitor: Visitor,
  shortId: string,
): Promise<SegmentView<RankedSegmentRow>> =>
  loadSegmentView(ctx, visitor, await requireVisibleSegment(ctx, visitor, shortId))

/** Returns one page of the caller's efforts on a segment, latest first. @throws 404 as `getSegment` */
export async function listSegmentEfforts(
  ctx: Deps,
  caller: Caller,
  shortId: string,
  page: PageRequest,
) {
  const { id: segmentId } = await requireVisibleSegment(ctx, caller, shortId)
  return listOwnEfforts(ctx.db, { segmentId, userId: caller.userId }, page)
}
