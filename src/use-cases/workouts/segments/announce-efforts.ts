import { effortsVisibleTo, segmentVisibleTo } from '@/policy/segment'
import { notify } from '@/services/notifications/notify'
import type { NotificationDeps } from '@/services/notifications/queue-notifications'
import type { InTransaction } from '@/store/db/connections/transact'
import { FORMER_LEADER, prepareLostLeads } from '@/store/db/queries/segments/lost-leads'
import { hasImprovedBest } from '@/store/db/queries/segments/segment-bests'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'

type Tx = InTransaction<NotificationDeps>

/** Maximum age in milliseconds of a workout of which users are notified: older ones were probably imported. */
const MAX_NEWS_AGE = 7 * 24 * 60 * 60 * 1000

/** Notifies users of the efforts of a recent workout on segments. */
export async function announceEfforts(tx: Tx, workout: WorkoutRow): Promise<void> {
  if (workout.workout_date < tx.clock.now() - MAX_NEWS_AGE) return
  await notifyOfBests(tx, workout)
  await notifyOfLostLeads(tx, workout)
}

/** Notifies the owner of a workout, once, if it beats an earlier one on any segment. */
async function notifyOfBests(
  tx: Tx,
  { id: workoutId, user_id: userId }: WorkoutRow,
): Promise<void> {
  if (await hasImprovedBest(tx.db, { workoutId, userId }))
    await notify(tx, 'segment_best_improved', { userId, workoutId })
}

const viewer = { userId: FORMER_LEADER, isSuspended: false, isReviewing: false }
const lost = prepareLostLeads({
  ...effortsVisibleTo(viewer),
  isSegmentSeen: segmentVisibleTo(viewer),
})

/** Notifies each user, once, who was first on a segment and sees that the owner of a workout is faster. */
async function notifyOfLostLeads(
  tx: Tx,
  { id: workoutId, user_id: userId }: WorkoutRow,
): Promise<void> {
  // Only the first of several segments is announced: a workout has one notification for each user.
  for (const { user_id: formerLeaderId, segment_id: segmentId } of await lost.all(tx.db, {
    workoutId,
    userId,
  }))
    await notify(tx, 'segment_lead_taken', { userId, formerLeaderId, workoutId, segmentId })
}
