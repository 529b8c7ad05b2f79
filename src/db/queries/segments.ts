import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, preparedInsert, type Slots } from '@/db/prepared'
import { anyIn, anyOf, hasRows, inBatches } from '@/db/sql'
import type { SegmentsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'
import { insertStreams, loadStreams } from './device-data'
import { insertPieces, listStoredPieces, type NewPiece } from './segment-pieces'

export type SegmentRow = Selectable<SegmentsTable>

/** A segment with its recorded points, compressed, and its line in pieces (none without positions). */
export interface NewSegment {
  row: Insertable<SegmentsTable>
  points: Uint8Array
  pieces: readonly NewPiece[]
  /** Its further columns, if it has any. */
  streams?: Uint8Array | undefined
}

/** Segments of workouts, in the order in which they began. */
export const listSegments = (db: Db, workoutIds: readonly number[]): Promise<SegmentRow[]> =>
  ofWorkouts.all(db, { workoutIds: JSON.stringify(workoutIds) })

const ofWorkouts = prepared((db, wanted: Slots<{ workoutIds: string }>) =>
  db
    .selectFrom('segments')
    .selectAll()
    .where('workout_id', 'in', anyIn<number>(wanted.workoutIds))
    .orderBy('workout_id')
    .orderBy('started_at')
    .orderBy('position'),
)

/** Whether any of these short ids is taken. */
export const hasSegments = (db: Db, shortIds: readonly string[]): Promise<boolean> =>
  hasRows(db.selectFrom('segments').where('short_id', 'in', anyOf(shortIds)))

/** Stores the segments of a user's workout, findable by place; others get their turn while many are stored. */
export const insertSegments = (
  db: Tx,
  userId: number,
  segments: readonly NewSegment[],
): Promise<void> =>
  inBatches(segments, async (batch) => {
    for (const { row, points, pieces, streams } of batch) {
      const segmentId = segmentRows.run(db, row)
      pointRows.run(db, {
        segment_id: segmentId,
        points: Buffer.from(points.buffer, points.byteOffset, points.length),
      })
      if (streams) insertStreams(db, segmentId, streams)
      await insertPieces(db, { userId, workoutId: row.workout_id, segmentId }, pieces)
    }
  })

const segmentRows = preparedInsert('segments')
const pointRows = preparedInsert('segment_points')

/** The segments of a workout as they are stored, to be stored again. */
export async function listStoredSegments(db: Db, workoutId: number): Promise<NewSegment[]> {
  const rows = await db
    .selectFrom('segments')
    .selectAll()
    .where('workout_id', '=', workoutId)
    .orderBy('position')
    .execute()
  const points = new Map(
    (await listSegmentPoints(db, workoutId)).map((segment) => [segment.id, segment.points]),
  )
  const pieces = Map.groupBy(
    await listStoredPieces(
      db,
      rows.map(({ id }) => id),
    ),
    ({ segment_id }) => segment_id,
  )
  const streams = await loadStreams(db, workoutId)
  return rows.map(({ id, ...row }) => ({
    row,
    points: points.get(id) ?? new Uint8Array(),
    pieces: pieces.get(id) ?? [],
    streams: streams.get(id),
  }))
}

/** Removes the segments of a workout with their points and pieces. */
export const deleteSegments = (db: Tx, workoutId: number) =>
  db.deleteFrom('segments').where('workout_id', '=', workoutId).execute()

/** Recorded points of a workout's segments, in the order of the file. */
export const listSegmentPoints = (db: Db, workoutId: number) => points.all(db, { workoutId })

const points = prepared((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .select(['segments.id', 'segments.short_id', 'segment_points.points'])
    .where('segments.workout_id', '=', workoutId)
    .orderBy('segments.position'),
)

/** Short ids of a workout's segments that have points, in the order of the file. */
export const listSegmentIds = (db: Db, workoutId: number) => shortIds.all(db, { workoutId })

const shortIds = prepared((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .select('segments.short_id')
    .where('segments.workout_id', '=', workoutId)
    .orderBy('segments.position'),
)

/** Recorded points of several workouts' segments, in the order in which they began. */
export const listPointsOfWorkouts = (db: Db, workoutIds: readonly number[]) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .select(['segments.workout_id', 'segment_points.points'])
    .where('segments.workout_id', 'in', anyOf(workoutIds))
    .orderBy('segments.workout_id')
    .orderBy('segments.started_at')
    .orderBy('segments.position')
    .execute()
