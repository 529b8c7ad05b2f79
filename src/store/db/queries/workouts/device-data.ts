import {
  type Placeholders,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'

/** Stores the laps of a workout, as JSON. It must not have any yet. */
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

const deleting = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('device_laps').where('workout_id', '=', workoutId),
)

/** Stores the additional columns of a segment. It must not have any yet. */
export const insertStreams = (db: Tx, segmentId: number, streams: Uint8Array) =>
  streamRows.run(db, {
    segment_id: segmentId,
    streams: Buffer.from(streams.buffer, streams.byteOffset, streams.length),
  })

const streamRows = preparedInsert('segment_streams')

/** Deletes the additional columns of a workout's segments. */
export const deleteStreams = (db: Tx, workoutId: number) =>
  db
    .deleteFrom('segment_streams')
    .where('segment_id', 'in', (eb) =>
      eb.selectFrom('segments').select('id').where('workout_id', '=', workoutId),
    )
    .execute()

/** Additional columns of a workout's segments, by segment. */
export async function loadStreams(db: Db, workoutId: number): Promise<Map<number, Uint8Array>> {
  const rows = await db
    .selectFrom('segments')
    .innerJoin('segment_streams', 'segment_streams.segment_id', 'segments.id')
    .select(['segments.id', 'segment_streams.streams'])
    .where('segments.workout_id', '=', workoutId)
    .execute()
  return new Map(rows.map(({ id, streams }) => [id, streams]))
}

/** Segments of a workout with their number of points, in file order. */
export const listSegmentSizes = (db: Db, workoutId: number) =>
  db
    .selectFrom('segments')
    .select(['id', 'point_count'])
    .where('workout_id', '=', workoutId)
    .orderBy('position')
    .execute()

/** The newest workouts whose recordings have not been searched for laps and additional columns. */
export const listDeviceUnread = (db: Db, limit: number) =>
  db
    .selectFrom('workouts')
    .select('id')
    .where('is_device_read', '=', 0)
    .where('original_file', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
