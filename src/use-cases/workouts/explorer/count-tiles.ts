import type { VisitKey } from '@/domain/explorer/first-visits'
import { isEmptyBlock, withoutTiles } from '@/domain/explorer/tile-blocks'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import type { Tx } from '@/store/db/connections/transact'
import {
  addFirstVisits,
  deleteVisitsOfWorkout,
  listVisitsOfWorkout,
  requestRecount,
} from '@/store/db/queries/explorer/first-visits'
import {
  deleteWorkoutTiles,
  findWorkoutTiles,
  insertWorkoutTiles,
} from '@/store/db/queries/explorer/workout-tiles'
import { deleteRegions, insertUnlocated } from '@/store/db/queries/regions/workout-regions'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'

/*
 * The explorer tiles of a workout are stored with it, and each tile of a user with the workout that visited it first.
 * Adding a workout updates both at once, whatever its date. When a workout loses first visits, finding those who visited
 * these tiles next takes all of its user's workouts, so this is done in the background, once for any number of changes.
 */

/** Columns that determine whether, and when, a workout visited its tiles. */
export const TILE_COLUMNS = ['sport_id', 'workout_date', 'suspended_at'] as const

type Visitor = Pick<WorkoutRow, 'id' | 'user_id' | (typeof TILE_COLUMNS)[number]>

const visitKeyOf = ({ id, workout_date }: Visitor): VisitKey => ({ workout_id: id, workout_date })

const countsTiles = ({ sport_id, suspended_at }: Visitor): boolean =>
  suspended_at === null && hasExplorerTiles(sport_id)

/** Stores and counts the tiles of a workout that has none, and has its regions found. */
export async function addTiles(
  db: Tx,
  workout: Visitor,
  tiles: Uint8Array | undefined,
): Promise<void> {
  if (!tiles) return
  insertWorkoutTiles(db, workout.id, tiles)
  await insertUnlocated(db, workout.id)
  await addVisitsOf(db, workout, tiles)
}

const addVisitsOf = async (db: Tx, workout: Visitor, tiles: Uint8Array | undefined) =>
  tiles && countsTiles(workout)
    ? addFirstVisits(db, workout.user_id, { key: visitKeyOf(workout), tiles })
    : []

/** Replaces the tiles of a workout, and has its regions found again. */
export async function replaceTiles(
  db: Tx,
  { former, workout }: { former: Visitor; workout: Visitor },
  tiles: Uint8Array | undefined,
): Promise<void> {
  await deleteWorkoutTiles(db, workout.id)
  await deleteRegions(db, workout.id)
  if (tiles) {
    insertWorkoutTiles(db, workout.id, tiles)
    await insertUnlocated(db, workout.id)
  }
  await recountWorkout(db, { former, workout, tiles })
}

/** Counts the tiles of a workout again after a change of `TILE_COLUMNS`. */
export const moveTiles = async (
  db: Tx,
  { former, workout }: { former: Visitor; workout: Visitor },
): Promise<void> =>
  recountWorkout(db, { former, workout, tiles: await findWorkoutTiles(db, workout.id) })

async function recountWorkout(
  db: Tx,
  { former, workout, tiles }: { former: Visitor; workout: Visitor; tiles: Uint8Array | undefined },
): Promise<void> {
  const before = await listVisitsOfWorkout(db, workout.id)
  if (before.length > 0) await deleteVisitsOfWorkout(db, workout.id)
  const visits = await addVisitsOf(db, workout, tiles)
  const after = new Map(visits.map((visit) => [visit.block, visit]))
  const isLost = before.some((visit) => {
    const rest = after.get(visit.block)
    return !rest || !isEmptyBlock(withoutTiles(visit, rest))
  })
  // Workouts between the two dates may have visited these tiles.
  const isLater = before.length > 0 && workout.workout_date > former.workout_date
  if (isLost || isLater) await requestRecount(db, workout.user_id)
}

/**
 * Has the tiles of a user counted again if a workout that is about to be deleted visited any of them first: another one
 * may have visited them next.
 */
export async function requestRecountIfFirst(db: Tx, workout: Visitor): Promise<void> {
  const visits = await listVisitsOfWorkout(db, workout.id)
  if (visits.length > 0) await requestRecount(db, workout.user_id)
}
