import { distanceOf } from '@/domain/reference/sport-distance'
import { invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { stricter } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import { transact } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findSportPreference } from '@/store/db/queries/catalogue/sports'
import type { Visibility } from '@/store/db/schema/columns'
import { loadView } from '@/use-cases/views/workout'
import { requirePhotoIds, setPhotos } from '@/use-cases/workouts/photos/attach-photos'
import {
  manualColumns,
  requireCalories,
  requireClimbs,
  requireClimbsWithinLimits,
  requireDistance,
  requireDuration,
  requireNumber,
} from './manual-numbers'
import {
  defaultTitle,
  equipmentsForNew,
  firstText,
  normalizeNotes,
  requireSport,
  requireWorkoutDate,
} from './workout-fields'
import { addWorkout } from './write-workout'

/** A workout without recording. Some fields have type unknown because they have specific error messages. */
export interface ManualEntry {
  sport_id?: unknown
  /** `YYYY-MM-DD HH:MM` in the user's time zone. */
  workout_date?: unknown
  /** Seconds. */
  duration?: unknown
  /** Kilometres; may be missing for sports without distance. */
  distance?: unknown
  /** Metres. Required together with `descent`, or both absent. */
  ascent?: unknown
  descent?: unknown
  calories?: unknown
  title?: string | null
  description?: string | null
  notes?: string | null
  /** Short ids; the user's defaults for the sport if absent. */
  equipment_ids?: unknown
  workout_visibility?: Visibility | null
  media_visibility?: Visibility | null
  /** Short ids of the owner's photos. */
  media_attachment_ids?: unknown
}

/** Creates a workout without a recording. @throws 400 with the first problem, in the order of the contract. */
export async function enterWorkout(ctx: AppContext, caller: Caller, entry: ManualEntry) {
  const needsDistance = distanceOf(Number(entry.sport_id)) === 'always'
  const needed = ['sport_id', 'workout_date', 'duration', ...(needsDistance ? ['distance'] : [])]
  const missing = needed.filter((key) => !entry[key as keyof ManualEntry])
  if (missing.length > 0) throw invalidPayload(...missing)
  const user = await getUserById(ctx.db, caller.userId)
  const sport = await requireSport(ctx, entry.sport_id)
  const climbs = requireClimbs(entry)
  const startedAt = requireWorkoutDate(entry.workout_date, user)
  const numbers = manualColumns({
    distance: requireDistance(entry.distance, sport.id),
    duration: requireDuration(requireNumber(entry.duration)),
  })
  requireClimbsWithinLimits(climbs)
  const calories = requireCalories(entry.calories)
  const equipments = await equipmentsForNew(ctx, user.id, { sport, ids: entry.equipment_ids })
  const photoIds = requirePhotoIds(entry.media_attachment_ids)
  const visibility = entry.workout_visibility ?? user.workouts_visibility
  const now = ctx.clock.now()
  const hasLooked = equipments.length > 0 || (await usesDefaultEquipment(ctx, entry, user.id))
  const columns = {
    ...numbers,
    ...climbs,
    calories,
    user_id: user.id,
    sport_id: sport.id,
    title: firstText('title', entry.title, defaultTitle(sport, startedAt, user.timezone)),
    description: firstText('description', entry.description),
    notes: normalizeNotes(entry.notes),
    workout_date: startedAt,
    creation_date: now,
    modification_date: visibility !== 'private' && hasLooked ? now : null,
    workout_visibility: visibility,
    media_visibility: stricter(entry.media_visibility ?? user.media_visibility, visibility),
  }
  const workout = await transact(ctx, async (tx) => {
    const added = await addWorkout(tx, { columns, equipments })
    const entered = photoIds ? await setPhotos(tx, added, photoIds) : added
    await queueWorkoutEvent(tx, 'workout.created', entered)
    return entered
  })
  return loadView(ctx, caller, workout)
}

/**
 * Whether the defaults of the sport are looked up because the workout names no equipment. FitTrackee sets the
 * visibility after this lookup, so clients see a first modification of such workouts.
 */
async function usesDefaultEquipment(
  ctx: AppContext,
  { equipment_ids, sport_id }: ManualEntry,
  userId: number,
): Promise<boolean> {
  if (equipment_ids !== undefined && equipment_ids !== null) return false
  return (await findSportPreference(ctx.db, userId, Number(sport_id))) !== undefined
}
