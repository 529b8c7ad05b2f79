import { joinTrace } from '@/domain/analysis/placed-course'
import { isImplausible } from '@/domain/records/plausible-efforts'
import { isPartHidden } from '@/domain/segments/hidden-effort'
import { findEfforts, type SegmentEffort } from '@/domain/segments/match-segment'
import { MICROSECONDS, MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import { type MeasuredSegment, unpackSegment } from '@/domain/tracks/streams/packed-segment'
import type { AppContext } from '@/services/context'
import { notify } from '@/services/notifications/notify'
import type { NotificationDeps } from '@/services/notifications/queue-notifications'
import type { InTransaction, Tx } from '@/store/db/connections/transact'
import type { RankedSegmentRow } from '@/store/db/queries/segments/ranked-segments'
import { hasImprovedBest } from '@/store/db/queries/segments/segment-bests'
import { replaceSegmentEfforts } from '@/store/db/queries/segments/segment-efforts'
import {
  deleteUnmatched,
  listPendingSegments,
  listUnmatched,
} from '@/store/db/queries/segments/unmatched-segments'
import { listPackedSegments } from '@/store/db/queries/workouts/segments'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { fromJson, toSqlBool } from '@/store/db/schema/columns'
import { findPublicParts, loadPublicRules } from '@/use-cases/views/hiding-rules'
import { completeInBatches } from '@/use-cases/workouts/measure/complete-in-batches'
import { locomotionOf } from '@/use-cases/workouts/measure/locomotion'
import { refreshBestsOn } from './queue-matching'
import { segmentGroupOf } from './segment-sports'

type Deps = Pick<AppContext, 'db' | 'log'> & NotificationDeps

/** Compares the next workouts with the segments around them. Returns whether there were any. */
export const matchNextSegments = (ctx: Deps, isStopping: () => boolean): Promise<boolean> =>
  completeInBatches(
    ctx,
    {
      list: listUnmatched,
      complete: matchWorkout,
      remove: deleteUnmatched,
      failure: 'could not compare a workout with segments',
    },
    isStopping,
  )

async function matchWorkout(db: Tx, workoutId: number, tx: InTransaction<Deps>): Promise<void> {
  const workout = await findWorkoutById(db, workoutId)
  const pending = await listPendingSegments(db, workoutId)
  const comparable = pending.filter((segment) => workout && isComparable(segment, workout))
  if (!workout || comparable.length === 0) return
  const recorded = (await listPackedSegments(db, [workoutId])).map(unpackSegment)
  const trace = joinTrace(recorded)
  const toRows = await createRows(db, workout, recorded)
  for (const segment of comparable) {
    const efforts = findEfforts(fromJson(segment.line), trace)
    const key = { segmentId: segment.id, workoutId }
    await replaceSegmentEfforts(db, key, toRows(segment, efforts))
  }
  await refreshBestsOn(
    db,
    comparable.map(({ id }) => id),
    workout.user_id,
  )
  await notifyOfBests(tx, workout)
}

/** How long ago a workout may have been to be news, in milliseconds: older ones are imported or compared for the first time. */
const NEWS = 7 * 24 * 60 * 60 * 1000

/** Notifies the owner of a recent workout, once, if it beats an earlier one on any segment. */
async function notifyOfBests(tx: InTransaction<Deps>, workout: WorkoutRow): Promise<void> {
  if (workout.workout_date < tx.clock.now() - NEWS) return
  if (await hasImprovedBest(tx.db, { workoutId: workout.id, userId: workout.user_id }))
    await notify(tx, 'segment_best_improved', { userId: workout.user_id, workoutId: workout.id })
}

const isComparable = (
  { sport_group, visibility, user_id }: RankedSegmentRow,
  workout: WorkoutRow,
): boolean =>
  sport_group === segmentGroupOf(workout.sport_id) &&
  (visibility !== 'private' || user_id === workout.user_id)

/** Returns a function that converts efforts of a workout to rows. */
async function createRows(db: Tx, workout: WorkoutRow, recorded: readonly MeasuredSegment[]) {
  const rules = (await loadPublicRules({ db }, [workout.user_id])).get(workout.user_id)
  const shown = rules && findPublicParts(workout, recorded, rules)
  const start = startOf(recorded)
  const locomotion = locomotionOf(workout.sport_id)
  return ({ id, length }: RankedSegmentRow, efforts: readonly SegmentEffort[]) =>
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
