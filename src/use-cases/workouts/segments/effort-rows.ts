import type { Insertable } from 'kysely'
import { joinTrace } from '@/domain/analysis/placed-course'
import { isImplausible } from '@/domain/records/plausible-efforts'
import { isPartHidden } from '@/domain/segments/hidden-effort'
import { findEfforts, type SegmentEffort } from '@/domain/segments/match-segment'
import { MICROSECONDS, MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import type { MeasuredSegment } from '@/domain/tracks/streams/packed-segment'
import type { Db } from '@/store/db/connections/open'
import type { RankedSegmentRow } from '@/store/db/queries/segments/ranked-segments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { fromJson, toSqlBool } from '@/store/db/schema/columns'
import type { SegmentEffortsTable } from '@/store/db/schema/tables.gen'
import { findPublicParts, loadPublicRules } from '@/use-cases/views/hiding-rules'
import { locomotionOf } from '@/use-cases/workouts/measure/locomotion'
import { segmentGroupOf } from './segment-sports'

/** A workout with its recording, segments of which are in the order of the file. */
interface RecordedTrack {
  workout: WorkoutRow
  recorded: readonly MeasuredSegment[]
}

type EffortRow = Insertable<SegmentEffortsTable>

/** Whether the times of a workout count on a segment. */
export const isComparable = (
  { sport_group, visibility, user_id }: RankedSegmentRow,
  workout: WorkoutRow,
): boolean =>
  sport_group === segmentGroupOf(workout.sport_id) &&
  (visibility !== 'private' || user_id === workout.user_id)

/** Finds the efforts of a workout on segments, as rows by the id of the segment, which may have none. */
export async function findEffortRows(
  db: Db,
  { workout, recorded }: RecordedTrack,
  segments: readonly RankedSegmentRow[],
): Promise<Map<number, EffortRow[]>> {
  const trace = joinTrace(recorded)
  const toRows = await createRows(db, workout, recorded)
  return new Map(
    segments.map((segment) => [
      segment.id,
      toRows(segment, findEfforts(fromJson(segment.line), trace)),
    ]),
  )
}

/** Returns a function that converts efforts of a workout to rows. */
async function createRows(db: Db, workout: WorkoutRow, recorded: readonly MeasuredSegment[]) {
  const rules = (await loadPublicRules({ db }, [workout.user_id])).get(workout.user_id)
  const shown = rules && findPublicParts(workout, recorded, rules)
  const start = startOf(recorded)
  const locomotion = locomotionOf(workout.sport_id)
  return ({ id, length }: RankedSegmentRow, efforts: readonly SegmentEffort[]): EffortRow[] =>
    efforts
      .map(({ start: from, end: to }) => ({
        period: { from: start + from * MICROSECONDS, to: start + to * MICROSECONDS },
        duration: Math.round((to - from) * 10) / 10,
      }))
      .filter(
        ({ duration: elapsed }) =>
          elapsed > 0 &&
          !isImplausible({ kind: 'distance', target: length, value: elapsed, elapsed }, locomotion),
      )
      .map(({ period, duration }) => ({
        segment_id: id,
        workout_id: workout.id,
        user_id: workout.user_id,
        started_at: Math.round(period.from / MICROSECONDS_PER_MILLISECOND),
        duration,
        is_hidden: toSqlBool(
          shown !== undefined && isPartHidden(shown.segments, shown.parts, period),
        ),
      }))
}

/** The first time with a position, microseconds since the Unix epoch. */
function startOf(recorded: readonly MeasuredSegment[]): number {
  const starts = recorded.map(({ points: { time, lat, lon } }) => {
    const index = time.findIndex((at, i) => !Number.isNaN(at + (lat[i] ?? 0) + (lon[i] ?? 0)))
    return time[index] ?? Number.POSITIVE_INFINITY
  })
  return Math.min(...starts)
}
