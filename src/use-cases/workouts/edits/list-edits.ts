import { suggestEdits } from '@/domain/records/suggest-edits'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listSplitParts } from '@/store/db/queries/workouts/events'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { speedLimitsOf } from '@/use-cases/workouts/measure/locomotion'
import { editsOf } from '@/use-cases/workouts/measure/remeasure'
import { loadMeasuredRecording } from '@/use-cases/workouts/measure/stored-recording'

/**
 * Returns the edits of one of the caller's recordings in order, the short ids of the workouts with its parts if it was
 * split, and edits that would correct it.
 *
 * @throws 404 and 403 as `requireOwnWorkout`
 */
export async function listEdits(ctx: AppContext, caller: Caller, shortId: string) {
  const workout = await requireOwnWorkout(ctx, caller, shortId)
  const { user_id: userId, split_id: splitId, original_file, sport_id } = workout
  const parts = splitId === null ? [] : await listSplitParts(ctx.db, { userId, splitId })
  const { segments } =
    original_file === null ? { segments: [] } : await loadMeasuredRecording(ctx, workout, undefined)
  return {
    edits: editsOf(workout)?.list ?? [],
    parts: parts.map(({ short_id }) => short_id),
    suggestions: segments.length > 0 ? suggestEdits(segments, speedLimitsOf(sport_id)) : [],
  }
}
