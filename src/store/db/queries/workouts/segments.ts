import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Placeholders, prepared, preparedInsert } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SegmentsTable } from '@/store/db/schema/tables.gen'
import { anyIn, anyOf, hasRows, inBatches } from '@/store/db/sql'
import { insertStreams, loadStreams } from './device-data'
import { deleteMapLine, insertMapLine } from './map-lines'
import { insertSections, listSections, type NewPiece } from './segment-sections'
import { deleteThumbnail, insertThumbnail } from './thumbnails'

export type SegmentRow = Selectable<SegmentsTable>

/** A segment with its compressed points, and its line in sections (empty without positions). */
export interface NewSegment {
  row: Insertable<SegmentsTable>
  points: Uint8Array
  pieces: readonly NewPiece[]
  /** Its additional columns, if it has any. */
  streams?: Uint8Array | undefined
}

/** Segments of workouts, ordered by start. */
export const listSegments = (db: Db, workoutIds: readonly number[]): Promise<SegmentRow[]> =>
  ofWorkouts.all(db, { workoutIds: JSON.stringify(workoutIds) })

const ofWorkouts = prepared((db, wanted: Placeholders<{ workoutIds: string }>) =>
  db
    .selectFrom('segments')
    .selectAll()
    .where('workout_id', 'in', anyIn<number>(wanted.workoutIds))
    .orderBy('workout_id')
    .orderBy('started_at')
    .orderBy('position'),
)

/** Whether any of these short ids is in use. */
export const hasSegments = (db: Db, shortIds: readonly string[]): Promise<boolean> =>
  hasRows(db.selectFrom('segments').where('short_id', 'in', anyOf(shortIds)))

/**
 * Stores the segments of a user's workout, searchable by place, its line on the map of all workouts, and its
 * thumbnail. Yields to the event loop between batches.
 */
export async function insertSegments(
  db: Tx,
  userId: number,
  segments: readonly NewSegment[],
): Promise<void> {
  const [first] = segments
  if (first) {
    const { workout_id: workoutId } = first.row
    const pieces = segments.flatMap((segment) => segment.pieces)
    const line = insertMapLine(db, workoutId, pieces)
    insertThumbnail(db, workoutId, { line, points: segments.map(({ points }) => points) })
  }
  await inBatches(segments, async (batch) => {
    for (const { row, points, pieces, streams } of batch) {
      const segmentId = segmentRows.run(db, row)
      pointRows.run(db, {
        segment_id: segmentId,
        points: Buffer.from(points.buffer, points.byteOffset, points.length),
      })
      if (streams) insertStreams(db, segmentId, streams)
      await insertSections(db, { userId, workoutId: row.workout_id, segmentId }, pieces)
    }
  })
}

const segmentRows = preparedInsert('segments')
const pointRows = preparedInsert('segment_points')

/** Reads all stored data of a workout's segments, in the form of `insertSegments`. */
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
    await listSections(
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

/** Changes columns of a segment. */
export const updateSegment = (db: Tx, id: number, changes: Updateable<SegmentsTable>) =>
  db.updateTable('segments').set(changes).where('id', '=', id).execute()

/** Deletes the segments of a workout with everything that is derived from them. */
export async function deleteSegments(db: Tx, workoutId: number): Promise<void> {
  await deleteMapLine(db, workoutId)
  await deleteThumbnail(db, workoutId)
  await db.deleteFrom('segments').where('workout_id', '=', workoutId).execute()
}

/** Recorded points of a workout's segments, in file order. */
export const listSegmentPoints = (db: Db, workoutId: number) => points.all(db, { workoutId })

const points = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .select(['segments.id', 'segments.short_id', 'segment_points.points'])
    .where('segments.workout_id', '=', workoutId)
    .orderBy('segments.position'),
)

/**
 * Segments of workouts with everything from which distances along them are measured, in file order: points, further
 * columns, and the measured distance in kilometres.
 */
export async function listPackedSegments(db: Db, workoutIds: readonly number[]) {
  const rows = await packed.all(db, { workoutIds: JSON.stringify(workoutIds) })
  return rows.map(({ measured_by, ...row }) => ({ ...row, isByDevice: measured_by !== null }))
}

const packed = prepared((db, wanted: Placeholders<{ workoutIds: string }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .innerJoin('workouts', 'workouts.id', 'segments.workout_id')
    .leftJoin('segment_streams', 'segment_streams.segment_id', 'segments.id')
    .select(['segments.id', 'segments.short_id', 'segments.workout_id', 'segments.distance'])
    .select(['segment_points.points', 'segment_streams.streams', 'workouts.measured_by'])
    .where('segments.workout_id', 'in', anyIn<number>(wanted.workoutIds))
    .orderBy('segments.workout_id')
    .orderBy('segments.position'),
)

/** Short ids of a workout's segments that have points, in file order. */
export const listSegmentIds = (db: Db, workoutId: number) => shortIds.all(db, { workoutId })

const shortIds = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .select('segments.short_id')
    .where('segments.workout_id', '=', workoutId)
    .orderBy('segments.position'),
)

/** Recorded points of the segments of several workouts, ordered by start. */
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
