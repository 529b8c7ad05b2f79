import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { ElevationSource } from '@/db/columns'
import { type EquipmentView, loadWorkoutEquipments } from '@/db/queries/equipments'
import { findSport, type SportRow } from '@/db/queries/sports'
import { getUserById, type UserRow } from '@/db/queries/users'
import type { WorkoutRow } from '@/db/queries/workouts'
import { planForChoice } from '@/elevation/plan'
import { badRequest, badRequestAs, invalidPayload } from '@/errors'
import { availableSource } from '@/policy/preferences'
import { requireEquipments } from '@/use-cases/equipment/choose-equipment'
import { loadView } from '@/views/workout'
import type { MeasuredTrack } from '@/workers/track-job'
import { changeAsRead } from './change-as-read'
import { changedClimbs, changedColumns, type WorkoutChanges } from './edited-columns'
import { requireClimbsWithinLimits } from './manual-numbers'
import { keptElevations, remeasure } from './measure-recording'
import { requireOwnWorkout } from './read-workout'
import { recordedColumns } from './recorded-columns'
import { type Change, changeWorkout } from './write-workout'

/** A request to change a workout. */
interface Edit {
  shortId: string
  /** Undefined when what was sent cannot be read: a workout that may not be seen or changed is the earlier reason to refuse. */
  changes: WorkoutChanges | undefined
  /** The elevation source that a name of the API stands for. */
  sourceNamed: (name: string) => ElevationSource | undefined
}

/**
 * Changes the fields in a payload. A new sport or elevation source causes the recording to be measured again.
 *
 * @throws 404 and 403 as `requireOwnWorkout`, then 400 for the first problem.
 */
export async function editWorkout(
  ctx: AppContext,
  caller: Caller,
  { shortId, changes, sourceNamed }: Edit,
) {
  const changed = await changeAsRead(ctx, {
    read: async () => [await requireOwnWorkout(ctx, caller, shortId)],
    decide: async ([workout]) => {
      if (!changes) throw invalidPayload()
      return changeOf(ctx, workout, { changes, sourceNamed })
    },
    store: (tx, [{ id }], change) => changeWorkout(tx, id, change),
  })
  return loadView(ctx, caller, changed)
}

/** What a payload makes of a workout. @throws 400 for the first problem. */
async function changeOf(
  ctx: AppContext,
  workout: WorkoutRow,
  { changes, sourceNamed }: { changes: WorkoutChanges; sourceNamed: Edit['sourceNamed'] },
): Promise<Change> {
  const source = requireSource(ctx, workout, { named: changes.elevation_data_source, sourceNamed })
  requireFittingKeys(workout, changes)
  const user = await getUserById(ctx.db, workout.user_id)
  const climbs = changedClimbs(changes)
  const sport = await requireNewSport(ctx, workout, changes.sport_id)
  const columns = { ...changedColumns(workout, changes, user.timezone), ...climbs }
  requireClimbsWithinLimits(climbs)
  const equipments = await newEquipments(ctx, workout, { ids: changes.equipment_ids, sport })
  const track = await measureAgain(ctx, { workout, user, sport, source })
  return {
    columns: { ...columns, sport_id: sport.id, ...(track && recordedColumns(track)) },
    track,
    equipments,
  }
}

/** @throws 400 without recording, or when the source is unknown or not configured. */
function requireSource(
  ctx: AppContext,
  { original_file }: WorkoutRow,
  { named, sourceNamed }: { named: unknown; sourceNamed: Edit['sourceNamed'] },
): ElevationSource | undefined {
  if (named === undefined) return undefined
  if (original_file === null)
    throw badRequest("'elevation_data_source' can not be provided for workout without file")
  const source = typeof named === 'string' ? sourceNamed(named) : undefined
  if (!source || availableSource(source, ctx.config.elevation) !== source)
    throw badRequest(`'${named}' as elevation data source is not valid`)
  return source
}

const KEYS = {
  withFile: ['analysis_visibility', 'map_visibility'],
  withoutFile: ['ascent', 'calories', 'descent', 'distance', 'duration', 'workout_date'],
} as const

/** @throws 400 naming the keys that do not go with the kind of workout. */
function requireFittingKeys({ original_file }: WorkoutRow, changes: WorkoutChanges): void {
  const [wrong, kind] =
    original_file === null ? [KEYS.withFile, 'without file'] : [KEYS.withoutFile, 'with file']
  const found = wrong.filter((key) => key in changes).map((key) => `'${key}'`)
  if (found.length === 0) return
  const word = found.length === 1 ? 'key' : 'keys'
  throw badRequestAs('invalid', `invalid ${word} (${found.join(', ')}) for workout ${kind}`)
}

/** The sport the workout is to have. @throws 400 when it is unknown. */
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

/** The equipment a payload lists; undefined when it lists none. @throws 400 for equipment that cannot be used. */
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
  /** The source of elevations that was chosen. */
  source: ElevationSource | undefined
}

/** The recording measured by a new sport or with new elevations; undefined when neither is the case. */
async function measureAgain(
  ctx: AppContext,
  { workout, user, sport, source }: Measuring,
): Promise<MeasuredTrack | undefined> {
  const isNewSport = sport.id !== workout.sport_id
  if (workout.original_file === null || (!isNewSport && source === undefined)) return undefined
  const elevations = source ? planForChoice(source) : await keptElevations(ctx, workout)
  return remeasure(ctx, { workout, user, sport, elevations })
}
