import { sql } from 'kysely'
import type { SegmentPosition } from '@/domain/segments/segment-line'
import { type Placeholders, prepared, preparedWrite } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { anyIn } from '@/store/db/sql'
import type { RankedSegmentRow } from './ranked-segments'

/** Degrees of latitude by which a track may be away from the line of a segment: about 110 m. */
const MARGIN = 0.001

/** The same in degrees of longitude, limited near the poles. */
const marginAt = (latitude: number) => MARGIN / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)

interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** Returns the bounds of a workout with a margin; undefined for a workout without positions. */
function boundsOf({ min_lat, min_lon, max_lat, max_lon }: BoundedWorkout): Bounds | undefined {
  if (min_lat === null || min_lon === null || max_lat === null || max_lon === null) return undefined
  const margin = marginAt(Math.max(Math.abs(min_lat), Math.abs(max_lat)))
  return {
    ...{ south: min_lat - MARGIN, north: max_lat + MARGIN },
    ...{ west: min_lon - margin, east: max_lon + margin },
  }
}

type BoundedWorkout = Pick<
  WorkoutRow,
  'id' | 'user_id' | 'min_lat' | 'min_lon' | 'max_lat' | 'max_lon'
>

/** Whether the box of a segment is within bounds. */
const isWithin = (bounds: Placeholders<Bounds>) =>
  sql`box.south >= ${bounds.south} and box.north <= ${bounds.north}
    and box.west >= ${bounds.west} and box.east <= ${bounds.east}`

const ofWorkout = preparedWrite(
  (db, slot: Placeholders<Bounds & { workoutId: number; userId: number; sportGroup: string }>) => ({
    compile: () =>
      sql`
      insert or ignore into unmatched_segments (workout_id, segment_id)
      select ${slot.workoutId}, ranked_segments.id
      from ranked_segment_boxes as box
        cross join ranked_segments on ranked_segments.id = box.id
      where ${isWithin(slot)}
        and ranked_segments.sport_group = ${slot.sportGroup}
        and (ranked_segments.visibility <> 'private' or ranked_segments.user_id = ${slot.userId})`.compile(
        db,
      ),
  }),
)

/** Has a workout compared with all segments within its bounds that its owner may use. */
export async function queueWorkout(
  db: Tx,
  workout: BoundedWorkout,
  sportGroup: string,
): Promise<void> {
  const bounds = boundsOf(workout)
  if (!bounds) return
  const { id: workoutId, user_id: userId } = workout
  await ofWorkout.run(db, { workoutId, userId, sportGroup, ...bounds })
}

const matched = prepared((db, slot: Placeholders<Bounds & { workoutId: number }>) => ({
  compile: () =>
    sql<{ segment_id: number }>`
      select segment_id from segment_efforts where workout_id = ${slot.workoutId}
      union select id from ranked_segment_boxes as box where ${isWithin(slot)}
      except select segment_id from unmatched_segments where workout_id = ${slot.workoutId}
      order by segment_id`.compile(db),
}))

/** Bounds that contain nothing. */
const NOWHERE: Bounds = { south: 1, north: -1, west: 1, east: -1 }

/**
 * Lists the segments within the bounds of a workout and those on which it has efforts, without those that it has yet to be
 * compared with.
 */
export const listMatchedSegments = async (db: Db, workout: BoundedWorkout): Promise<number[]> =>
  (await matched.all(db, { workoutId: workout.id, ...(boundsOf(workout) ?? NOWHERE) })).map(
    ({ segment_id }) => segment_id,
  )

/** A side of a box around a position. */
const aroundPosition = ([longitude, latitude]: SegmentPosition) => {
  const margin = marginAt(latitude)
  return sql`box.south <= ${latitude + MARGIN} and box.north >= ${latitude - MARGIN}
    and box.west <= ${longitude + margin} and box.east >= ${longitude - margin}`
}

/**
 * Has a segment compared with all workouts whose lines are near both of its ends: those of everyone who may use it.
 * Reads only the index of lines by place.
 */
export async function queueSegment(
  db: Tx,
  { id, user_id, visibility }: Pick<RankedSegmentRow, 'id' | 'user_id' | 'visibility'>,
  [start, end]: readonly [SegmentPosition, SegmentPosition],
): Promise<void> {
  const isOwn =
    visibility === 'private'
      ? sql`box.first_user <= ${user_id} and box.last_user >= ${user_id}`
      : sql`true`
  await sql`
    insert or ignore into unmatched_segments (workout_id, segment_id)
    select box.workout_id, ${id} from segment_piece_boxes as box
    where ${aroundPosition(start)} and ${isOwn} and box.workout_id in (
      select box.workout_id from segment_piece_boxes as box
      where ${aroundPosition(end)} and ${isOwn})`.execute(db)
}

/** Has all efforts of a user compared again. */
export const queueEffortsOfUser = (db: Tx, userId: number) =>
  sql`
    insert or ignore into unmatched_segments (workout_id, segment_id)
    select workout_id, segment_id from segment_efforts where user_id = ${userId}`.execute(db)

/** The next workouts that have to be compared with segments, the newest first. */
export const listUnmatched = (db: Db, limit: number): Promise<{ workout_id: number }[]> =>
  db
    .selectFrom('unmatched_segments')
    .select('workout_id')
    .distinct()
    .orderBy('workout_id', 'desc')
    .limit(limit)
    .execute()

const pending = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('unmatched_segments')
    .innerJoin('ranked_segments', 'ranked_segments.id', 'unmatched_segments.segment_id')
    .selectAll('ranked_segments')
    .where('unmatched_segments.workout_id', '=', workoutId)
    .orderBy('ranked_segments.id'),
)

/** The segments that a workout has to be compared with. */
export const listPendingSegments = (db: Db, workoutId: number): Promise<RankedSegmentRow[]> =>
  pending.all(db, { workoutId })

/** Deletes a workout from the list of those to be compared. */
export const deleteUnmatched = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('unmatched_segments').where('workout_id', '=', workoutId),
)

/** Returns which of some segments still have to be compared with workouts. */
export async function listIncomplete(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await incomplete.all(db, { ids: JSON.stringify(ids) })
  return new Set(rows.map(({ id }) => id))
}

const incomplete = prepared((db, { ids }: Placeholders<{ ids: string }>) =>
  db
    .selectFrom('ranked_segments')
    .select('id')
    .where('id', 'in', anyIn<number>(ids))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('unmatched_segments')
          .select('workout_id')
          .whereRef('segment_id', '=', 'ranked_segments.id'),
      ),
    ),
)
