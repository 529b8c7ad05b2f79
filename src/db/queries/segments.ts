import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/db/open'
import type { SegmentsTable } from '@/db/tables.gen'

export type SegmentRow = Selectable<SegmentsTable>

/** A segment with its recorded points, compressed. */
export interface NewSegment {
  row: Insertable<SegmentsTable>
  points: Uint8Array
}

/** Segments of workouts, in the order of their position. */
export const listSegments = (db: Db, workoutIds: readonly number[]): Promise<SegmentRow[]> =>
  db
    .selectFrom('segments')
    .selectAll()
    .where('workout_id', 'in', workoutIds)
    .orderBy('workout_id')
    .orderBy('position')
    .execute()

export async function insertSegments(db: Db, segments: readonly NewSegment[]): Promise<void> {
  for (const { row, points } of segments) {
    const { id } = await db
      .insertInto('segments')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('segment_points')
      .values({
        segment_id: id,
        points: Buffer.from(points.buffer, points.byteOffset, points.length),
      })
      .execute()
  }
}

/** Recorded points of a workout's segments, in the order of their position. */
export const listSegmentPoints = (db: Db, workoutId: number) =>
  db
    .selectFrom('segments')
    .innerJoin('segment_points', 'segment_points.segment_id', 'segments.id')
    .select(['segments.short_id', 'segment_points.points'])
    .where('segments.workout_id', '=', workoutId)
    .orderBy('segments.position')
    .execute()
