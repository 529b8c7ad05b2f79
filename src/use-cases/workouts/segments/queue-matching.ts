import { mapVisibleToAudience } from '@/policy/workout'
import type { Tx } from '@/store/db/connections/transact'
import { findRecordedSegment } from '@/store/db/queries/segments/ranked-segments'
import { refreshBests } from '@/store/db/queries/segments/segment-bests'
import {
  deleteEffortsOfWorkout,
  listSegmentsWithEfforts,
} from '@/store/db/queries/segments/segment-efforts'
import { deleteUnmatched, queueWorkout } from '@/store/db/queries/segments/unmatched-segments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { hideSegment } from '@/use-cases/views/hidden-segments'
import { segmentGroupOf } from './segment-sports'

/*
 * Efforts on segments are found in the background, so that imports do not wait for it: storing a workout only looks up
 * which segments are within its bounds. What others may see of efforts that are stored already changes at once.
 */

/** Columns that determine who may see the efforts of a workout, and whether they count. */
const EFFORT_COLUMNS = [
  ...(['workout_visibility', 'analysis_visibility', 'map_visibility'] as const),
  ...(['suspended_at', 'is_excluded'] as const),
]

/** Has a workout compared with the segments around it. */
export async function queueMatching(db: Tx, workout: WorkoutRow): Promise<void> {
  const group = segmentGroupOf(workout.sport_id)
  if (group !== undefined) await queueWorkout(db, workout, group)
}

/**
 * Updates the efforts of a changed workout: those of another recording or sport are deleted, and found again in the
 * background. Other changes may move it up or down in leaderboards.
 */
export async function updateMatching(
  db: Tx,
  {
    former,
    workout,
    isRecordingReplaced,
  }: { former: WorkoutRow; workout: WorkoutRow; isRecordingReplaced: boolean },
): Promise<void> {
  const { id, user_id: userId } = workout
  const isMatchedAgain = isRecordingReplaced || former.sport_id !== workout.sport_id
  if (!isMatchedAgain && EFFORT_COLUMNS.every((name) => former[name] === workout[name])) return
  const segments = await listSegmentsWithEfforts(db, id)
  if (isMatchedAgain) {
    if (segments.length > 0) await deleteEffortsOfWorkout(db, id)
    await deleteUnmatched(db, id)
    await queueMatching(db, workout)
  }
  await refreshBestsOn(db, segments, userId)
}

/**
 * Finds the fastest efforts of a user on segments again. Whether a segment of the user is shown to others may depend on
 * them.
 */
export async function refreshBestsOn(
  db: Tx,
  segmentIds: readonly number[],
  userId: number,
): Promise<void> {
  for (const segmentId of segmentIds) {
    await refreshBests(db, { segmentId, userId }, mapVisibleToAudience)
    const segment = await findRecordedSegment(db, { id: segmentId, userId })
    if (segment) await hideSegment(db, segment)
  }
}
