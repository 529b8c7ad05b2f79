import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Visibility } from '@/store/db/schema/columns'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

/** A pass of a workout over a segment. */
export interface SegmentEffortRow {
  duration: number
  started_at: number
  user_id: number
  workout_short_id: string
}

/** Conditions under which a viewer may see efforts, on `segment_efforts` and `workouts`. */
export interface EffortConditions {
  /** The audience that the viewer belongs to, for the efforts of a user in a column. */
  audience: (user: RawBuilder<number>) => RawBuilder<Visibility>
  /** Whether the viewer may see an effort. */
  isSeen: RawBuilder<SqlBool>
}

/** One page of the fastest efforts of each user that a viewer may see, fastest first. */
export const listFastest = (
  db: Db,
  segmentId: number,
  { audience, isSeen }: EffortConditions,
  page: PageRequest,
): Promise<Page<SegmentEffortRow>> =>
  listPage(
    db
      .selectFrom('segment_bests')
      .innerJoin('segment_efforts', 'segment_efforts.id', 'segment_bests.effort_id')
      .innerJoin('workouts', 'workouts.id', 'segment_efforts.workout_id')
      .where('segment_bests.segment_id', '=', segmentId)
      .where('segment_bests.audience', '=', audience(sql.ref('segment_bests.user_id')))
      .where(isSeen),
    page,
    (rows) =>
      rows
        .select(['segment_bests.duration', 'segment_efforts.started_at', 'segment_bests.user_id'])
        .select('workouts.short_id as workout_short_id')
        .orderBy('segment_bests.duration')
        .orderBy('segment_bests.effort_id'),
  )

/** One page of the efforts of a user on a segment, latest first, with whether each is the fastest. */
export const listOwnEfforts = (
  db: Db,
  { segmentId, userId }: { segmentId: number; userId: number },
  page: PageRequest,
): Promise<Page<SegmentEffortRow & { is_best: number }>> =>
  listPage(
    db
      .selectFrom('segment_efforts')
      .innerJoin('workouts', 'workouts.id', 'segment_efforts.workout_id')
      .where('segment_efforts.segment_id', '=', segmentId)
      .where('segment_efforts.user_id', '=', userId),
    page,
    (rows) =>
      rows
        .select(['segment_efforts.duration', 'started_at', 'segment_efforts.user_id'])
        .select('workouts.short_id as workout_short_id')
        .select(isBestFor(sql`'private'`).as('is_best'))
        .orderBy('started_at', 'desc')
        .orderBy('segment_efforts.id', 'desc'),
  )

const isBestFor = (audience: RawBuilder<Visibility>) =>
  sql<number>`exists (select 1 from segment_bests where effort_id = segment_efforts.id
    and audience = ${audience})`

/** An effort of a workout with the segment that it is on. */
export interface EffortOnSegment extends SegmentEffortRow {
  is_best: number
  short_id: string
  name: string
  length: number
  ascent: number | null
  grade: number | null
}

/** One page of the efforts of a workout on segments that a viewer may see, in chronological order. */
export const listEffortsOfWorkout = (
  db: Db,
  workoutId: number,
  { audience, isSeen, isSegmentSeen }: EffortConditions & { isSegmentSeen: RawBuilder<SqlBool> },
  page: PageRequest,
): Promise<Page<EffortOnSegment>> =>
  listPage(
    db
      .selectFrom('segment_efforts')
      .innerJoin('workouts', 'workouts.id', 'segment_efforts.workout_id')
      .innerJoin('ranked_segments', 'ranked_segments.id', 'segment_efforts.segment_id')
      .where('segment_efforts.workout_id', '=', workoutId)
      .where(isSeen)
      .where(isSegmentSeen),
    page,
    (rows) =>
      rows
        .select(['segment_efforts.duration', 'started_at', 'segment_efforts.user_id'])
        .select('workouts.short_id as workout_short_id')
        .select(['ranked_segments.short_id', 'ranked_segments.name', 'ranked_segments.length'])
        .select(['ranked_segments.ascent', 'ranked_segments.grade'])
        .select(isBestFor(audience(sql.ref('segment_efforts.user_id'))).as('is_best'))
        .orderBy('started_at')
        .orderBy('segment_efforts.id'),
  )
