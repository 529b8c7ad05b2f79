import type { Visitor } from '@/policy/caller'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import type { ListedSegment, RankedSegmentRow } from '@/store/db/queries/segments/ranked-segments'
import { loadOwnBests } from '@/store/db/queries/segments/segment-bests'
import { listIncomplete } from '@/store/db/queries/segments/unmatched-segments'
import { loadCompactUsers } from '@/store/db/queries/social/compact-users'

type Deps = Pick<AppContext, 'db'>

/** A segment as a visitor sees it. */
export interface SegmentView<Row extends ListedSegment = ListedSegment> {
  segment: Row
  owner: string
  isOwn: boolean
  /** The visitor's fastest time, seconds; undefined without efforts. */
  best: number | undefined
  /** Whether all workouts have been compared with it. */
  isComplete: boolean
}

/** Loads what is shown of segments, in the same order. */
export async function loadSegmentViews<Row extends ListedSegment>(
  { db }: Deps,
  visitor: Visitor,
  segments: readonly Row[],
): Promise<SegmentView<Row>[]> {
  const segmentIds = segments.map(({ id }) => id)
  const incomplete = await listIncomplete(db, segmentIds)
  const owners = await loadCompactUsers(
    db,
    segments.map(({ user_id }) => user_id),
  )
  const bests = visitor
    ? await loadOwnBests(db, { segmentIds, userId: visitor.userId })
    : new Map<number, number>()
  return segments.map((segment) => ({
    segment,
    owner: owners.get(segment.user_id)?.username ?? '',
    isOwn: isOwner(visitor, segment.user_id),
    best: bests.get(segment.id),
    isComplete: !incomplete.has(segment.id),
  }))
}

/** Loads one segment as the visitor sees it. */
export async function loadSegmentView(
  ctx: Deps,
  visitor: Visitor,
  segment: RankedSegmentRow,
): Promise<SegmentView<RankedSegmentRow>> {
  const [view] = await loadSegmentViews(ctx, visitor, [segment])
  if (!view) throw new Error('no view for a segment that exists')
  return view
}
