import { unpackSegment } from '@/domain/tracks/streams/packed-segment'
import type { AppContext } from '@/services/context'
import type { NotificationDeps } from '@/services/notifications/queue-notifications'
import type { InTransaction, Tx } from '@/store/db/connections/transact'
import { replaceSegmentEfforts } from '@/store/db/queries/segments/segment-efforts'
import {
  deleteUnmatched,
  listPendingSegments,
  listUnmatched,
} from '@/store/db/queries/segments/unmatched-segments'
import { listPackedSegments } from '@/store/db/queries/workouts/segments'
import { findWorkoutById } from '@/store/db/queries/workouts/workouts'
import { completeInBatches } from '@/use-cases/workouts/measure/complete-in-batches'
import { announceEfforts } from './announce-efforts'
import { findEffortRows, isComparable } from './effort-rows'
import { refreshBestsOn } from './queue-matching'

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
  const efforts = await findEffortRows(db, { workout, recorded }, comparable)
  for (const [segmentId, rows] of efforts)
    await replaceSegmentEfforts(db, { segmentId, workoutId }, rows)
  await refreshBestsOn(
    db,
    comparable.map(({ id }) => id),
    workout.user_id,
  )
  await announceEfforts(tx, workout)
}
