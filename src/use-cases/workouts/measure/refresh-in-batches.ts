import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { toPace } from '@/domain/tracks/metrics/speed'
import { inBatches, mapAhead, type WorkResult } from '@/lib/concurrency/map-ahead'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { isAsRead } from '@/use-cases/workouts/write/change-unless-edited'
import {
  type Change,
  changeWorkout,
  deleteWorkoutAndFiles,
} from '@/use-cases/workouts/write/write-workout'
import { missingWeather } from './refresh-workout'
import {
  loadOwnerAndSport,
  planServiceElevations,
  planStoredElevations,
  remeasure,
  remeasuredColumns,
} from './remeasure'

/** How to handle a workout whose original is missing. */
export const FILE_ERROR_CHOICES = ['remove-references', 'delete-workout'] as const
export type OnFileError = (typeof FILE_ERROR_CHOICES)[number]

/** Options for refreshing workouts from the command line. */
export interface RefreshOptions {
  newSport: SportRow | undefined
  withWeather: boolean
  withElevation: boolean
  onFileError: OnFileError | undefined
  /** Whether the workouts have no recordings. Only their paces are computed, from their speeds. */
  withoutFile: boolean
}

/** Result for a workout: `gone` when it was deleted in between, an error when it was not changed. */
export type Refreshed = { workoutId: number } & (
  | { outcome: 'updated' | 'deleted' | 'gone' }
  | { error: unknown }
)

/**
 * Number of workouts stored in one transaction. Few enough that a server running at the same time does not wait long.
 */
const BATCH_SIZE = 8
/** Maximum number of workouts that are being read or wait to be stored. Keeps all workers busy. */
const MAX_AHEAD = BATCH_SIZE + 2 * availableParallelism()

/**
 * Recomputes workouts of any users, those with recordings from their originals. Reads the next workouts while several
 * are stored in one transaction. Yields results in the given order, after the commit.
 */
export async function* refreshInBatches(
  ctx: AppContext,
  workoutIds: readonly number[],
  options: RefreshOptions,
): AsyncGenerator<Refreshed[]> {
  // External services are called for one workout at a time, and every response is stored at once.
  const [ahead, together] = callsServices(ctx, options) ? [0, 1] : [MAX_AHEAD, BATCH_SIZE]
  const read = (workoutId: number) => readAgain(ctx, workoutId, options)
  for await (const group of inBatches(mapAhead(workoutIds, read, ahead), together))
    yield storeBatch(ctx, group, options)
}

function callsServices(
  { config: { weather, elevation } }: Pick<AppContext, 'config'>,
  { withWeather, withElevation, withoutFile }: RefreshOptions,
): boolean {
  const { openElevation, valhalla } = elevation
  const hasElevations = openElevation !== undefined || valhalla !== undefined
  return (
    !withoutFile && ((withWeather && weather !== undefined) || (withElevation && hasElevations))
  )
}

/** A workout as it was read, and the change to apply. */
interface ReadAgain {
  workout: WorkoutRow
  change: Change | 'delete'
}

/**
 * Reads a workout and computes its change; undefined when it was deleted.
 *
 * @throws 400 or 500 when it cannot be recomputed.
 */
async function readAgain(
  ctx: AppContext,
  workoutId: number,
  options: RefreshOptions,
): Promise<ReadAgain | undefined> {
  const workout = await findWorkoutById(ctx.db, workoutId)
  if (!workout) return undefined
  try {
    return { workout, change: await planChange(ctx, workout, options) }
  } catch (error) {
    // Its recording may have been deleted or replaced in between.
    if (await isAsRead(ctx, workout)) throw error
    return readAgain(ctx, workoutId, options)
  }
}

async function planChange(
  ctx: AppContext,
  workout: WorkoutRow,
  options: RefreshOptions,
): Promise<ReadAgain['change']> {
  const { original_file: file } = workout
  const { onFileError, newSport, withoutFile } = options
  if (withoutFile) return { columns: pacesOf(workout, newSport) }
  if (onFileError && file !== null && !(await ctx.files.exists(file)))
    return onFileError === 'delete-workout'
      ? 'delete'
      : { columns: { original_file: null, map_file: null, map_id: null }, recording: null }
  return measureAgain(ctx, workout, options)
}

const pacesOf = (workout: WorkoutRow, newSport: SportRow | undefined) => ({
  ave_pace: toPace(workout.ave_speed ?? 0),
  best_pace: toPace(workout.max_speed ?? 0),
  sport_id: newSport?.id ?? workout.sport_id,
})

async function measureAgain(
  ctx: AppContext,
  workout: WorkoutRow,
  { newSport, withElevation, withWeather }: RefreshOptions,
): Promise<Change> {
  const { user, sport: formerSport } = await loadOwnerAndSport(ctx, workout)
  const sport = newSport ?? formerSport
  const elevations = withElevation
    ? await planServiceElevations(ctx, workout, user)
    : await planStoredElevations(ctx, workout)
  const priority = { canWait: true }
  const recording = await remeasure(ctx, { workout, user, sport, elevations, priority })
  const columns = {
    ...remeasuredColumns(workout, recording),
    ...(withWeather && (await missingWeather(ctx, workout, recording))),
    sport_id: sport.id,
  }
  return { columns, recording }
}

type Group = readonly WorkResult<number, ReadAgain | undefined>[]

/** Workouts that could not be stored in the common transaction are read and stored one by one. */
async function storeBatch(
  ctx: AppContext,
  group: Group,
  options: RefreshOptions,
): Promise<Refreshed[]> {
  const stored = await storeTogether(ctx, group).catch(() => new Map<number, Outcome>())
  const all: Refreshed[] = []
  for (const { item: workoutId, ...read } of group) {
    const outcome = stored.get(workoutId)
    if ('error' in read) all.push({ workoutId, error: read.error })
    else all.push(outcome ? { workoutId, outcome } : await refreshAlone(ctx, workoutId, options))
  }
  return all
}

type Outcome = 'updated' | 'deleted'

/** Returns the results of workouts that were stored. */
function storeTogether(ctx: AppContext, group: Group): Promise<Map<number, Outcome>> {
  return transact(ctx, async (tx) => {
    const stored = new Map<number, Outcome>()
    for (const { item: workoutId, ...read } of group) {
      const outcome = 'result' in read && read.result && (await store(tx, read.result))
      if (outcome) stored.set(workoutId, outcome)
      await setImmediate()
    }
    return stored
  })
}

/** Stores a change. Returns undefined when the workout was changed since it was read. */
async function store(
  tx: InTransaction<AppContext>,
  { workout, change }: ReadAgain,
): Promise<Outcome | undefined> {
  if (!(await isAsRead(tx, workout))) return undefined
  if (change === 'delete') await deleteWorkoutAndFiles(tx, workout)
  else await changeWorkout(tx, workout.id, change)
  return change === 'delete' ? 'deleted' : 'updated'
}

async function refreshAlone(
  ctx: AppContext,
  workoutId: number,
  options: RefreshOptions,
): Promise<Refreshed> {
  try {
    for (;;) {
      const read = await readAgain(ctx, workoutId, options)
      if (!read) return { workoutId, outcome: 'gone' }
      const outcome = await transact(ctx, (tx) => store(tx, read))
      if (outcome) return { workoutId, outcome }
    }
  } catch (error) {
    return { workoutId, error }
  }
}
