import { describeTrip } from '@/domain/places/describe-trip'
import { formatTitle } from '@/domain/places/format-title'
import { toWallClock } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { getUserById } from '@/store/db/queries/accounts/users'
import { loadPublicRules } from '@/use-cases/views/hiding-rules'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { loadRecording } from '@/use-cases/workouts/measure/stored-recording'
import { cutText } from '@/use-cases/workouts/write/workout-fields'

/**
 * Suggests a title for one of the caller's workouts from the towns that it passed. Others may see the title, so it says
 * nothing about what its owner hides from them. Null without any town nearby.
 *
 * @throws 404 and 403 as `requireOwnWorkout`
 */
export async function suggestTitle(
  ctx: AppContext,
  caller: Caller,
  { workoutId, language }: { workoutId: string; language: string | undefined },
): Promise<string | null> {
  const workout = await requireOwnWorkout(ctx, caller, workoutId)
  const user = await getUserById(ctx.db, workout.user_id)
  const rules = (await loadPublicRules(ctx, [user.id])).get(user.id)
  const { segments } = await loadRecording(ctx, workout, rules)
  const gazetteer = await ctx.loadGazetteer()
  const trip = describeTrip(
    segments.map(({ points }) => points),
    gazetteer,
  )
  if (!trip) return null
  const startedAt = rules?.hidesTimes ? null : toWallClock(workout.workout_date, user.timezone)
  return cutText(
    'title',
    formatTitle(trip, {
      ...{ sportId: workout.sport_id, startedAt },
      language: language || (user.language ?? ''),
    }),
  )
}
