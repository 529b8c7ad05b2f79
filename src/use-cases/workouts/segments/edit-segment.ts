import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteRankedSegment,
  type RankedSegmentRow,
  updateRankedSegment,
} from '@/store/db/queries/segments/ranked-segments'
import { deleteEffortsOfOthers } from '@/store/db/queries/segments/segment-efforts'
import { queueSegment } from '@/store/db/queries/segments/unmatched-segments'
import { fromJson, type Visibility } from '@/store/db/schema/columns'
import { hideSegment } from '@/use-cases/views/hidden-segments'
import { requireOwnSegment } from '@/use-cases/views/require-segment'
import { loadSegmentView, type SegmentView } from '@/use-cases/views/segment'
import { requireSegmentName } from './create-segment'

/**
 * Changes the name or the visibility of one of the caller's segments. A private segment is compared only with the
 * caller's workouts: making a segment private deletes the efforts of others, and showing it to others has their workouts
 * compared.
 *
 * @throws 404 and 403 as `requireOwnSegment`, 400 when the name is empty
 */
export async function editSegment(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
  { name, visibility }: { name?: string | undefined; visibility?: Visibility | undefined },
): Promise<SegmentView<RankedSegmentRow>> {
  const changed = await transact(ctx, async ({ db }) => {
    const former = await requireOwnSegment({ db }, caller, shortId)
    const segment = await updateRankedSegment(db, former.id, {
      ...(name !== undefined && { name: requireSegmentName(name) }),
      ...(visibility !== undefined && { visibility }),
    })
    if (former.visibility === segment.visibility) return segment
    if (segment.visibility === 'private') await deleteEffortsOfOthers(db, segment)
    else if (former.visibility === 'private') await matchWithAll(db, segment)
    await hideSegment(db, segment)
    return requireOwnSegment({ db }, caller, shortId)
  })
  return loadSegmentView(ctx, caller, changed)
}

async function matchWithAll(
  db: Parameters<typeof queueSegment>[0],
  segment: RankedSegmentRow,
): Promise<void> {
  const line = fromJson(segment.line)
  const [start, end] = [line[0], line.at(-1)]
  if (start && end) await queueSegment(db, segment, [start, end])
}

/** Deletes one of the caller's segments with all efforts on it. @throws 404 and 403 as `requireOwnSegment` */
export const deleteSegment = (ctx: AppContext, caller: Caller, shortId: string): Promise<void> =>
  transact(ctx, async ({ db }) => {
    await deleteRankedSegment(db, (await requireOwnSegment({ db }, caller, shortId)).id)
  })
