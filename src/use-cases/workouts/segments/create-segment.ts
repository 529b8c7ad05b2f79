import { joinTrace, totalLength } from '@/domain/analysis/placed-course'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { isSegmentLength, MAX_LENGTH, MIN_LENGTH } from '@/domain/reference/segment-length'
import {
  lineOfTrace,
  lineThrough,
  type SegmentLine,
  type SegmentPosition,
} from '@/domain/segments/segment-line'
import { unpackSegment } from '@/domain/tracks/streams/packed-segment'
import { badRequest, unknownSport } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { type Tx, transact } from '@/store/db/connections/transact'
import { findSport } from '@/store/db/queries/catalogue/sports'
import {
  countSegmentsOfUser,
  insertRankedSegment,
  type RankedSegmentRow,
} from '@/store/db/queries/segments/ranked-segments'
import { queueSegment } from '@/store/db/queries/segments/unmatched-segments'
import { listPackedSegments } from '@/store/db/queries/workouts/segments'
import { toJson, toSqlBool, type Visibility } from '@/store/db/schema/columns'
import { hideSegment } from '@/use-cases/views/hidden-segments'
import { requireVisibleSegment } from '@/use-cases/views/require-segment'
import { loadSegmentView, type SegmentView } from '@/use-cases/views/segment'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { segmentGroupOf } from './segment-sports'

export const MAX_SEGMENTS = 500
/** Maximum number of characters of a name, and of metres above or below sea level. */
export const MAX_SEGMENT_NAME = 100
export const MAX_SEGMENT_ELEVATION = 1e4

/** A segment to create: a part of one of the caller's workouts, or a line that the caller has drawn. */
export interface SegmentInput {
  name: string
  visibility: Visibility
  /** Metres along the workout. */
  workout?: { id: string; from: number; to: number } | undefined
  /** A line, and the sport of it. */
  drawn?: { sportId: number; positions: readonly DrawnPosition[] } | undefined
}

interface DrawnPosition {
  latitude: number
  longitude: number
  elevation?: number | undefined
}

/**
 * Creates a segment, and has all workouts around it compared with it in the background.
 *
 * @throws 400 when the name is empty, the line is missing, given twice, too short or too long, the sport has no
 * segments, or the caller has 500 segments; 404 and 403 as `requireOwnWorkout`, 404 when the sport is unknown
 */
export async function createSegment(
  ctx: AppContext,
  caller: Caller,
  input: SegmentInput,
): Promise<SegmentView<RankedSegmentRow>> {
  const name = requireSegmentName(input.name)
  const { line, sportId } = await readLine(ctx, caller, input)
  const segment = await transact(ctx, ({ db, ids, clock }) =>
    storeSegment(db, {
      line,
      columns: {
        ...{ short_id: ids.shortId(), user_id: caller.userId, name, created_at: clock.now() },
        ...{ sport_id: sportId, visibility: input.visibility },
        is_recorded: toSqlBool(input.workout !== undefined),
      },
    }),
  )
  return loadSegmentView(ctx, caller, await requireVisibleSegment(ctx, caller, segment.short_id))
}

/** A segment to store: its line, and the columns that do not follow from it. */
export interface NewSegment {
  line: SegmentLine
  columns: Pick<
    RankedSegmentRow,
    'short_id' | 'user_id' | 'name' | 'sport_id' | 'visibility' | 'is_recorded' | 'created_at'
  > &
    Partial<Pick<RankedSegmentRow, 'import_task_id'>>
}

/**
 * Stores a segment, hidden from others if it shows what its owner hides, and has all workouts around it compared with
 * it in the background.
 *
 * @throws 400 when the line is too short or too long, the sport has no segments, or the owner has 500 segments
 */
export async function storeSegment(
  db: Tx,
  { line: { positions, length, ascent, grade, box }, columns }: NewSegment,
): Promise<RankedSegmentRow> {
  const group = segmentGroupOf(columns.sport_id)
  if (group === undefined) throw badRequest('this sport has no segments')
  const ends = requireLength({ positions, length })
  if ((await countSegmentsOfUser(db, columns.user_id)) >= MAX_SEGMENTS)
    throw badRequest(`there are already ${MAX_SEGMENTS} segments`)
  const [start_lon, start_lat] = ends[0]
  const row = {
    ...{ ...columns, sport_group: group, is_hidden: toSqlBool(true) },
    ...{ line: toJson(positions), start_lat, start_lon, length, ascent, grade },
  }
  const created = await insertRankedSegment(db, row, box)
  await hideSegment(db, created)
  await queueSegment(db, created, ends)
  return created
}

/** Returns a name without surrounding spaces. @throws 400 when nothing is left */
export function requireSegmentName(text: string): string {
  const name = text.trim()
  if (name === '') throw badRequest('the name of a segment must not be empty')
  return name
}

async function readLine(
  ctx: AppContext,
  caller: Caller,
  { workout, drawn }: SegmentInput,
): Promise<{ line: SegmentLine; sportId: number }> {
  if ((workout === undefined) === (drawn === undefined))
    throw badRequest('a segment needs either a part of a workout, or positions and a sport')
  if (workout) return readWorkout(ctx, caller, workout)
  const { sportId, positions } = drawn ?? { sportId: 0, positions: [] }
  if (!(await findSport(ctx.db, sportId))) throw unknownSport()
  const line = positions.map(
    ({ longitude, latitude, elevation }): SegmentPosition => [
      longitude,
      latitude,
      elevation ?? null,
    ],
  )
  return { line: lineThrough(line), sportId }
}

async function readWorkout(
  ctx: AppContext,
  caller: Caller,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<{ line: SegmentLine; sportId: number }> {
  const workout = await requireOwnWorkout(ctx, caller, id)
  const trace = joinTrace((await listPackedSegments(ctx.db, [workout.id])).map(unpackSegment))
  if (trace.lat.length === 0) throw badRequest('this workout has no line for a segment')
  const line = lineOfTrace(trace, { from: Math.min(from, totalLength(trace)), to })
  return { line, sportId: workout.sport_id }
}

function requireLength({
  length,
  positions,
}: Pick<SegmentLine, 'length' | 'positions'>): readonly [SegmentPosition, SegmentPosition] {
  const [start, end] = [positions[0], positions.at(-1)]
  if (!start || !end || !isSegmentLength(length))
    throw badRequest(
      `a segment must be between ${MIN_LENGTH} m and ${MAX_LENGTH / METRES_PER_KM} km long`,
    )
  return [start, end]
}
