import type { Insertable } from 'kysely'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SegmentEffortsTable } from '@/store/db/schema/tables.gen'
import { anyIn } from '@/store/db/sql'

/** Replaces the efforts of a workout on a segment. */
export async function replaceSegmentEfforts(
  db: Tx,
  { segmentId, workoutId }: { segmentId: number; workoutId: number },
  rows: readonly Insertable<SegmentEffortsTable>[],
): Promise<void> {
  await deleting.run(db, { segmentId, workoutId })
  for (const row of rows) inserting.run(db, row)
}

const inserting = preparedInsert('segment_efforts')
const deleting = preparedWrite((db, slot: Placeholders<{ segmentId: number; workoutId: number }>) =>
  db
    .deleteFrom('segment_efforts')
    .where('workout_id', '=', slot.workoutId)
    .where('segment_id', '=', slot.segmentId),
)

const ofWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('segment_efforts')
    .select('segment_id')
    .distinct()
    .where('workout_id', '=', workoutId),
)

/** The segments on which a workout has efforts. */
export const listSegmentsWithEfforts = async (db: Db, workoutId: number): Promise<number[]> =>
  (await ofWorkout.all(db, { workoutId })).map(({ segment_id }) => segment_id)

const onSegments = prepared((db, slot: Placeholders<{ workoutId: number; ids: string }>) =>
  db
    .selectFrom('segment_efforts')
    .select(['segment_id', 'workout_id', 'user_id', 'started_at', 'duration', 'is_hidden'])
    .where('workout_id', '=', slot.workoutId)
    .where('segment_id', 'in', anyIn<number>(slot.ids)),
)

/** The efforts of a workout on some segments. */
export const listEffortsOn = (
  db: Db,
  { workoutId, segmentIds }: { workoutId: number; segmentIds: readonly number[] },
) => onSegments.all(db, { workoutId, ids: JSON.stringify(segmentIds) })

/** Deletes the efforts of a workout on all segments. */
export const deleteEffortsOfWorkout = (db: Tx, workoutId: number) =>
  deletingAll.run(db, { workoutId })

const deletingAll = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('segment_efforts').where('workout_id', '=', workoutId),
)

/** Deletes the efforts of all users but one on a segment. */
export const deleteEffortsOfOthers = (db: Tx, { id, user_id }: { id: number; user_id: number }) =>
  db
    .deleteFrom('segment_efforts')
    .where('segment_id', '=', id)
    .where('user_id', '!=', user_id)
    .execute()

/** Hides all efforts of a user from others. */
export async function hideEffortsOfUser(db: Tx, userId: number): Promise<void> {
  await db
    .updateTable('segment_efforts')
    .set({ is_hidden: 1 })
    .where('user_id', '=', userId)
    .where('is_hidden', '=', 0)
    .execute()
  await db
    .deleteFrom('segment_bests')
    .where('user_id', '=', userId)
    .where('audience', '!=', 'private')
    .execute()
}
