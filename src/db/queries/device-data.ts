import type { Db } from '@/db/open'
import { preparedInsert, preparedWrite, type Slots } from '@/db/prepared'
import type { Tx } from '@/db/transact'

/** Stores the laps of a workout that has none, as JSON. */
export const insertLaps = (db: Tx, workoutId: number, content: string) =>
  laps.run(db, { workout_id: workoutId, content })

const laps = preparedInsert('device_laps')

/** The laps of a workout as JSON. */
export const findLaps = async (db: Db, workoutId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('device_laps')
      .select('content')
      .where('workout_id', '=', workoutId)
      .executeTakeFirst()
  )?.content

/** Removes the laps of a workout. */
export const deleteLaps = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.deleteFrom('device_laps').where('workout_id', '=', workoutId),
)

/** Stores the further columns of a segment that has none. */
export const insertStreams = (db: Tx, segmentId: number, streams: Uint8Array) =>
  streamRows.run(db, {
    segment_id: segmentId,
    streams: Buffer.from(streams.buffer, streams.byteOffset, streams.length),
  })

const streamRows = preparedInsert('segment_streams')

/** Removes the further columns of a workout's segments. */
export const deleteStreams = (db: Tx, workoutId: number) =>
  db
    .deleteFrom('segment_streams')
    .where('segment_id', 'in', (eb) =>
      eb.selectFrom('segments').select('id').where('workout_id', '=', workoutId),
    )
    .execute()

/** Further columns of a workout's segments, by segment. */
export async function loadStreams(db: Db, workoutId: number): Promise<Map<number, Uint8Array>> {
  const rows = await db
    .selectFrom('segments')
    .innerJoin('segment_streams', 'segment_streams.segment_id', 'segments.id')
    .select(['segments.id', 'segment_streams.streams'])
    .where('segments.workout_id', '=', workoutId)
    .execute()
  return new Map(rows.map(({ id, streams }) => [id, streams]))
}

/** Segments of a workout in the order of the file, with how many points they have. */
export const listSegmentSizes = (db: Db, workoutId: number) =>
  db
    .selectFrom('segments')
    .select(['id', 'point_count'])
    .where('workout_id', '=', workoutId)
    .orderBy('position')
    .execute()

/** Newest workouts whose recordings have not been read for laps and further columns. */
export const listDeviceUnread = (db: Db, limit: number) =>
  db
    .selectFrom('workouts')
    .select('id')
    .where('is_device_read', '=', 0)
    .where('original_file', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
