import { MAX_POSITIONS, restoreLine, type SegmentPosition } from '@/domain/segments/segment-line'
import { badRequest } from '@/lib/errors'
import { type Json, listIn, numberIn, pastIn } from '@/lib/text/json-fields'
import { chooseShortId } from '@/lib/text/own-short-id'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { findSegmentOwner } from '@/store/db/queries/segments/ranked-segments'
import { toSqlBool, VISIBILITIES } from '@/store/db/schema/columns'
import { findExportedSport } from '@/use-cases/views/exported-sport'
import {
  MAX_SEGMENT_ELEVATION,
  MAX_SEGMENT_NAME,
  requireSegmentName,
  storeSegment,
} from './create-segment'

/**
 * Adds a segment from an export, unless it is stored already. `text` identifies it if it has no id. Others see it as if
 * its owner had created it here, so what the owner hides must be imported before.
 *
 * @throws 400 with the reason why it cannot be added
 */
export async function importSegment(
  ctx: AppContext,
  { userId, taskId }: { userId: number; taskId: number },
  { item, text }: { item: Json; text: string },
): Promise<void> {
  const found = await chooseShortId({ userId, given: item.id, text }, (shortId) =>
    findSegmentOwner(ctx.db, shortId),
  )
  if (!found) throw badRequest('another user has a segment with this id')
  if (found.isStored) return
  const sportId = await findExportedSport(ctx.db, item)
  if (sportId === undefined) throw badRequest('the sport of the segment is unknown')
  const line = restoreLine(requirePositions(item.positions), numberIn(item.length))
  const columns = {
    ...{ short_id: found.shortId, user_id: userId, import_task_id: taskId, sport_id: sportId },
    name: requireSegmentName(String(item.name ?? '').slice(0, MAX_SEGMENT_NAME)),
    visibility: VISIBILITIES.find((each) => each === item.visibility) ?? 'private',
    // Segments of exports that do not say it may be ends of workouts, which are hidden if the user hides ends.
    is_recorded: toSqlBool(item.is_recorded !== false),
    created_at: pastIn(item.created_at, ctx.clock.now()),
  }
  await transact(ctx, ({ db }) => storeSegment(db, { line, columns }))
}

/** @throws 400 when there are too few or too many positions, or one is invalid */
function requirePositions(value: unknown): SegmentPosition[] {
  const positions = listIn(value)
  if (positions.length < 2 || positions.length > MAX_POSITIONS)
    throw badRequest(`a segment must have between 2 and ${MAX_POSITIONS} positions`)
  return positions.map(requirePosition)
}

function requirePosition(position: unknown): SegmentPosition {
  const [lon, lat, metres] = listIn(position)
  const [longitude, latitude, elevation] = [numberIn(lon), numberIn(lat), numberIn(metres)]
  const isValid =
    longitude !== undefined &&
    latitude !== undefined &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90
  if (!isValid) throw badRequest('a position of the segment is invalid')
  const isKnown = elevation !== undefined && Math.abs(elevation) <= MAX_SEGMENT_ELEVATION
  return [longitude, latitude, isKnown ? elevation : null]
}
