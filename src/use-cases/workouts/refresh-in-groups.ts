import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import type { SportRow } from '@/db/queries/sports'
import { findWorkoutById, type WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { inGroups, type WorkedOn, workAhead } from '@/lib/work-ahead'
import { paceOf } from '@/tracks/metrics/speed'
import { isAsRead } from './change-as-read'
import {
  keptElevations,
  loadOwnerAndSport,
  remeasure,
  serviceElevations,
} from './measure-recording'
import { recordedColumns } from './recorded-columns'
import { missingWeather } from './refresh-workout'
import { type Change, changeWorkout, eraseWorkout } from './write-workout'

/** What to do with a workout whose original is missing. */
export const FILE_ERROR_CHOICES = ['remove-references', 'delete-workout'] as const
export type OnFileError = (typeof FILE_ERROR_CHOICES)[number]

/** Options of refreshing workouts on the command line. */
export interface RefreshOptions {
  newSport: SportRow | undefined
  withWeather: boolean
  withElevation: boolean
  onFileError: OnFileError | undefined
  /** Whether the workouts have no recordings: their paces are computed from their speeds. */
  withoutFile: boolean
}

/** What became of a workout: `gone` when it was deleted before its turn, an error when it stays as it is. */
export type Refreshed = { workoutId: number } & (
  | { outcome: 'updated' | 'deleted' | 'gone' }
  | { error: unknown }
)

/** Workouts that are stored in one transaction: few enough that a server beside does not wait long for its turn. */
const TOGETHER = 8
/** Workouts that are read, or wait to be stored, while others are stored: no worker has a pause then. */
const MOST_AHEAD = TOGETHER + 2 * availableParallelism()

/**
 * Computes any users' workouts again, those with recordings from these: while some are stored, several in one
 * transaction, the next are read. They are told of in the given order, and what was told is committed.
 */
export async function* refreshInGroups(
  ctx: AppContext,
  workoutIds: readonly number[],
  options: RefreshOptions,
): AsyncGenerator<Refreshed[]> {
  // Others' services are asked for one workout at a time, and no answer is lost.
  const [ahead, together] = asksOthers(ctx, options) ? [0, 1] : [MOST_AHEAD, TOGETHER]
  const read = (workoutId: number) => readAgain(ctx, workoutId, options)
  for await (const group of inGroups(workAhead(workoutIds, read, ahead), together))
    yield storeGroup(ctx, group, options)
}

function asksOthers(
  { config: { weather, elevation } }: Pick<AppContext, 'config'>,
  { withWeather, withElevation, withoutFile }: RefreshOptions,
): boolean {
  const { openElevation, valhalla } = elevation
  const hasElevations = openElevation !== undefined || valhalla !== undefined
  return (
    !withoutFile && ((withWeather && weather !== undefined) || (withElevation && hasElevations))
  )
}

/** A workout as it was read, and what is to become of it. */
interface ReadAgain {
  workout: WorkoutRow
  change: Change | 'delete'
}

/** Undefined when the workout is gone. @throws 400 or 500 with the reason why it cannot be computed again. */
async function readAgain(
  ctx: AppContext,
  workoutId: number,
  options: RefreshOptions,
): Promise<ReadAgain | undefined> {
  const workout = await findWorkoutById(ctx.db, workoutId)
  if (!workout) return undefined
  try {
    return { workout, change: await changeOf(ctx, workout, options) }
  } catch (error) {
    // Its recording may have been taken away, or another put in its place.
    if (await isAsRead(ctx, workout)) throw error
    return readAgain(ctx, workoutId, options)
  }
}

async function changeOf(
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
      : { columns: { original_file: null, map_file: null, map_id: null }, track: null }
  return measureAgain(ctx, workout, options)
}

const pacesOf = (workout: WorkoutRow, newSport: SportRow | undefined) => ({
  ave_pace: paceOf(workout.ave_speed ?? 0),
  best_pace: paceOf(workout.max_speed ?? 0),
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
    ? await serviceElevations(ctx, workout, user)
    : await keptElevations(ctx, workout)
  const urgency = { canWait: true, isOfMany: true }
  const track = await remeasure(ctx, { workout, user, sport, elevations, urgency })
  const columns = {
    ...recordedColumns(track),
    ...(withWeather && (await missingWeather(ctx, workout, track))),
    sport_id: sport.id,
  }
  return { columns, track }
}

type Group = readonly WorkedOn<number, ReadAgain | undefined>[]

/** Those that could not be stored with the others are read and stored by themselves. */
async function storeGroup(
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

/** What became of those that were stored. */
function storeTogether(ctx: AppContext, group: Group): Promise<Map<number, Outcome>> {
  return transact(ctx, async (tx) => {
    const stored = new Map<number, Outcome>()
    for (const { item: workoutId, ...read } of group) {
      const outcome = 'made' in read && read.made && (await store(tx, read.made))
      if (outcome) stored.set(workoutId, outcome)
      await setImmediate()
    }
    return stored
  })
}

/** Undefined for a workout that is not what it was when it was read. */
async function store(
  tx: InTransaction<AppContext>,
  { workout, change }: ReadAgain,
): Promise<Outcome | undefined> {
  if (!(await isAsRead(tx, workout))) return undefined
  if (change === 'delete') await eraseWorkout(tx, workout)
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
