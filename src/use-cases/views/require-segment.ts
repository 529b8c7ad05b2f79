import { forbidden, notFound } from '@/lib/errors'
import type { Caller, Visitor } from '@/policy/caller'
import { segmentVisibleTo } from '@/policy/segment'
import { isOwner, viewerOf } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import {
  findVisibleSegment,
  type RankedSegmentRow,
} from '@/store/db/queries/segments/ranked-segments'

type Deps = Pick<AppContext, 'db'>

/** Returns a segment that the visitor may see. @throws 404 when there is none */
export async function requireVisibleSegment(
  { db }: Deps,
  visitor: Visitor,
  shortId: string,
): Promise<RankedSegmentRow> {
  const condition = segmentVisibleTo(viewerOf(visitor, { inReport: false }))
  const segment = await findVisibleSegment(db, shortId, condition)
  if (!segment) throw notFound('segment not found')
  return segment
}

/** Returns one of the caller's segments. @throws 404 when the caller may not see it, 403 when it is another user's */
export async function requireOwnSegment(
  ctx: Deps,
  caller: Caller,
  shortId: string,
): Promise<RankedSegmentRow> {
  const segment = await requireVisibleSegment(ctx, caller, shortId)
  if (!isOwner(caller, segment.user_id)) throw forbidden()
  return segment
}
