import { badRequest, badRequestAs, invalidPayload } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { availableSource } from '@/policy/preferences'
import type { AppContext } from '@/services/context'
import { planForChoice } from '@/services/elevation/plan'
import { recordedColumns } from '@/services/recordings/recorded-columns'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import type { Recording } from '@/services/workers/recording'
import { getUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { type EquipmentView, loadWorkoutEquipments } from '@/store/db/queries/catalogue/equipments'
import { findSport, type SportRow } from '@/store/db/queries/catalogue/sports'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { ElevationSource } from '@/store/db/schema/columns'
import { requireEquipments } from '@/use-cases/views/equipment'
import { loadView, requireOwnWorkout } from '@/use-cases/views/workout'
import { planStoredElevations, remeasure } from '@/use-cases/workouts/measure/remeasure'
import { requirePhotoIds, setPhotos } from '@/use-cases/workouts/photos/attach-photos'
import { changeAsRead } from './change-unless-edited'
import { changedClimbs, changedColumns, type WorkoutChanges } from './edited-columns'
import { requireClimbsWithinLimits } from './manual-numbers'
import { type Change, changeWorkout } from './write-workout'

interface Edit {
  shortId: string
  /**
   * Undefined when the body is malformed. It is rejected only after the checks whether the caller may change the
   * workout.
   */
  changes: WorkoutChanges | undefined
  /** Returns the elevation source for a name in the API. */
  findSource: (name: string) => ElevationSource | undefined
}

/**
 * Changes the given fields. A new sport or elevation source causes the recording to be measured again.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, then 400 with the first problem.
 */
export async function editWorkout(
  ctx: AppContext,
  caller: Caller,
  { shortId, changes, findSource }: Edit,
) {
  const changed = await changeAsRead(ctx, {
    read: async () => [await requireOwnWorkout(ctx, caller, shortId)],
    decide: async ([workout]) => {
      if (!changes) throw invalidPayload()
      const photoIds = requirePhotoIds(changes.media_attachment_ids)
      return { photoIds, change: await planChange(ctx, workout, { changes, findSource }) }
    },
    store: async (tx, [workout], { photoIds, change }) => {
      if (photoIds) await setPhotos(tx, workout, photoIds)
      const edited = await changeWorkout(tx, workout.id, change)
      await queueWorkoutEvent(tx, 'workout.changed', edited)
      return edited
    },
  })
  return loadView(ctx, caller, changed)
}

/** Computes the change of a workout from a payload. @throws 400 with the first problem. */
async function planChange(
  ctx: AppContext,
  workout: WorkoutRow,
  { changes, findSource }: { changes: WorkoutChanges; findSource: Edit['findSource'] },
): Promise<Change> {
  const source = requireSource(ctx, workout, { named: changes.elevation_data_source, findSource })
  requireFittingKeys(workout, changes)
  const user = await getUserById(ctx.db, workout.user_id)
  const climbs = changedClimbs(changes)
  const sport = await requireNewSport(ctx, workout, changes.sport_id)
  const columns = { ...changedColumns(workout, changes, user.timezone), ...climbs }
  requireClimbsWithinLimits(climbs)
  const equipments = await newEquipments(ctx, workout, { ids: changes.equipment_ids, sport })
  const recording = await measureAgain(ctx, { workout, user, sport, source })
  return {
    columns: { ...columns, sport_id: sport.id, ...(recording && recordedColumns(recording)) },
    recording,
    equipments,
  }
}

/**
 * Validates the elevation source.
 *
 * @throws 400 when the workout has no recording, or the source is unknown or not configured.
 */
function requireSource(
  ctx: AppContext,
  { original_file }: WorkoutRow,
  { named, findSource }: { named: unknown; findSource: Edit['findSource'] },
): ElevationSource | undefined {
  if (named === undefined) return undefined
  if (original_file === null)
    throw badRequest("'elevation_data_source' can not be provided for workout without file")
  const source = typeof named === 'string' ? findSource(named) : undefined
  if (!source || availableSource(source, ctx.config.elevation) !== source)
    throw badRequest(`'${named}' as elevation data source is not valid`)
  return source
}

const KEYS = {
  withFile: ['analysis_visibility', 'map_visibility'],
  withoutFile: ['ascent', 'calories', 'descent', 'distance', 'duration', 'workout_date'],
} as const

/** @throws 400 listing the keys that are not allowed for the type of workout. */
function requireFittingKeys({ original_file }: WorkoutRow, changes: WorkoutChanges): void {
  const [wrong, kind] =
    original_file === null ? [KEYS.withFile, 'without file'] : [KEYS.withoutFile, 'with file']
  const found = wrong.filter((key) => key in changes).map((key) => `'${key}'`)
  if (found.length === 0) return
  const word = found.length === 1 ? 'key' : 'keys'
  throw badRequestAs('invalid', `invalid ${word} (${found.join(', ')}) for workout ${kind}`)
}

/** Returns the sport that the workout will have. @throws 400 when it is unknown. */
async function requireNewSport(
  ctx: AppContext,
  { sport_id }: WorkoutRow,
  wanted: string | number = sport_id,
): Promise<SportRow> {
  const id = wanted === '' ? Number.NaN : Number(wanted)
  const sport = Number.isSafeInteger(id) ? await findSport(ctx.db, id) : undefined
  if (!sport) throw badRequestAs('invalid', `sport id ${wanted} not found`)
  return sport
}

/** Returns the equipment in a payload; undefined when there is none. @throws 400 when an item cannot be used. */
async function newEquipments(
  ctx: AppContext,
  workout: WorkoutRow,
  { ids, sport }: { ids: unknown; sport: SportRow },
): Promise<EquipmentView[] | undefined> {
  if (ids === undefined || ids === null) return undefined
  const attached = (await loadWorkoutEquipments(ctx.db, [workout.id])).get(workout.id) ?? []
  return requireEquipments(ctx, ids, {
    userId: workout.user_id,
    sport,
    attached: new Set(attached.map(({ id }) => id)),
  })
}

interface Measuring {
  workout: WorkoutRow
  user: UserRow
  sport: SportRow
  /** The requested source of elevations. */
  source: ElevationSource | undefined
}

/** Measures the recording with a new sport or new elevations; undefined when neither is requested. */
async function measureAgain(
  ctx: AppContext,
  { workout, user, sport, source }: Measuring,
): Promise<Recording | undefined> {
  const isNewSport = sport.id !== workout.sport_id
  if (workout.original_file === null || (!isNewSport && source === undefined)) return undefined
  const elevations = source ? planForChoice(source) : await planStoredElevations(ctx, workout)
  return remeasure(ctx, { workout, user, sport, elevations })
}
