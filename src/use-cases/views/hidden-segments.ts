import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import {
  hasShownEffort,
  listWholeSegments,
  type RankedSegmentRow,
  setSegmentHidden,
} from '@/store/db/queries/segments/ranked-segments'
import { hideEffortsOfUser } from '@/store/db/queries/segments/segment-efforts'
import { queueEffortsOfUser } from '@/store/db/queries/segments/unmatched-segments'
import { fromJson } from '@/store/db/schema/columns'
import { loadPublicRules, type OwnerRules } from './hiding-rules'

/**
 * Applies changed rules of a user to segments at once: hides those of the user that show a hidden place, and all
 * efforts of the user until the background has compared them with the rules.
 */
export async function hideSegmentsOfUser(db: Tx, userId: number): Promise<void> {
  await hideEffortsOfUser(db, userId)
  await queueEffortsOfUser(db, userId)
  const rules = (await loadPublicRules({ db }, [userId])).get(userId)
  for (const segment of await listWholeSegments(db, userId))
    await setSegmentHidden(db, segment.id, await isHidden(db, segment, rules))
}

/** Stores whether others may not see a segment because it shows what its owner hides. */
export async function hideSegment(db: Tx, segment: RankedSegmentRow): Promise<void> {
  await setSegmentHidden(db, segment.id, await isSegmentHidden(db, segment))
}

/** Whether others may not see a segment because it shows what its owner hides. */
export async function isSegmentHidden(db: Db, segment: RankedSegmentRow): Promise<boolean> {
  const rules = (await loadPublicRules({ db }, [segment.user_id])).get(segment.user_id)
  return isHidden(db, segment, rules)
}

/**
 * A line that touches a hidden area is hidden. If the owner hides the ends of workouts, a line that was selected on a
 * workout may be such an end: it is hidden until another workout shows all of it to others.
 */
async function isHidden(
  db: Db,
  segment: RankedSegmentRow,
  rules: OwnerRules | undefined,
): Promise<boolean> {
  if (!rules) return false
  const { areas, hiddenMetres } = rules
  const isTouching = fromJson(segment.line).some(([longitude, latitude]) =>
    areas.some(({ contains }) => contains(longitude, latitude)),
  )
  if (isTouching) return true
  return hiddenMetres > 0 && segment.is_recorded === 1 && !(await hasShownEffort(db, segment))
}
