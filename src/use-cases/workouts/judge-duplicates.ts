import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { findSport } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import {
  dismissDuplicate,
  findDuplicate,
  listDuplicates,
  listDuplicatesOf,
  moveKeptOriginals,
} from '@/db/queries/workout-duplicates'
import { loadListedWorkouts, loadWorkouts, type WorkoutRow } from '@/db/queries/workouts'
import type { PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { invalidPayload, notFound } from '@/errors'
import { loadListViews, loadView } from '@/views/workout'
import { countPoints, isRicherThan, keepBeside, takeRecording } from './add-original'
import { changeAsRead } from './change-as-read'
import { keptElevations, remeasure } from './measure-recording'
import { requireOwnWorkout } from './read-workout'
import { eraseWorkout } from './write-workout'

/**
 * One page of the caller's pairs of workouts that may be one, and how many there are: all of them, or those of one of
 * the caller's workouts by its short id.
 *
 * @throws 404 when that workout is not there, 403 when it is somebody else's
 */
export async function readDuplicates(
  ctx: AppContext,
  caller: Caller,
  { page, of }: { page: PageRequest; of?: string | undefined },
) {
  const workout = of === undefined ? undefined : await requireOwnWorkout(ctx, caller, of)
  const { rows: pairs, total } = workout
    ? await listDuplicatesOf(ctx.db, workout.id, page)
    : await listDuplicates(ctx.db, caller.userId, page)
  const ids = pairs.flatMap(({ workout_id, twin_id }) => [workout_id, twin_id])
  const listed = await loadListedWorkouts(ctx.db, ids)
  const views = await loadListViews(ctx, caller, { rows: [...listed.values()] })
  const viewOf = new Map(views.map((view) => [view.workout.id, view]))
  const rows = await loadWorkouts(ctx.db, ids)
  const duplicates = pairs.flatMap(({ workout_id, twin_id }) => {
    const [later, earlier] = [viewOf.get(workout_id), viewOf.get(twin_id)]
    const hashes = [rows.get(workout_id)?.original_hash, rows.get(twin_id)?.original_hash]
    const isSameFile = Boolean(hashes[0]) && hashes[0] === hashes[1]
    return later && earlier ? [{ isSameFile, workouts: [earlier, later] }] : []
  })
  return { duplicates, total }
}

/** Two workouts by their short ids. */
export interface Pair {
  keep: string
  other: string
}

/** Notes that two of the caller's workouts are not one. @throws 404 unless they are noted as a pair */
export async function dismissPair(ctx: AppContext, caller: Caller, pair: Pair): Promise<void> {
  await transact(ctx, async (tx) => {
    const { kept, other } = await requirePair(tx, caller, pair)
    await dismissDuplicate(tx.db, [kept.id, other.id], tx.clock.now())
  })
}

/**
 * Makes one of two of the caller's workouts: `keep` stays with its texts, equipment, likes and comments, and has the
 * richer recording of both; the other original is kept beside it.
 *
 * @throws 404 unless they are noted as a pair; 400 or 500 when the richer recording cannot be read.
 */
export async function mergePair(ctx: AppContext, caller: Caller, pair: Pair) {
  const merged = await changeAsRead(ctx, {
    read: async () => {
      const { kept, other } = await requirePair(ctx, caller, pair)
      return [kept, other]
    },
    decide: async ([kept, other]) =>
      (await isRicher(ctx, other, kept)) ? measureAs(ctx, other, kept) : undefined,
    store: async (tx, [kept, other], track) => {
      await requirePair(tx, caller, pair)
      await moveKeptOriginals(tx.db, other.id, kept.id)
      const workout = track
        ? await takeRecording(tx, kept, { track, original: other.original_file ?? '' })
        : kept
      await eraseWorkout(tx, other, { keepsOriginal: true })
      await keepBeside(tx, kept.id, track ? kept : other)
      return workout
    },
  })
  return loadView(ctx, caller, merged)
}

const measureAs = async (ctx: AppContext, other: WorkoutRow, kept: WorkoutRow) => {
  const user = await getUserById(ctx.db, kept.user_id)
  const sport = await findSport(ctx.db, kept.sport_id)
  if (!sport) throw new Error(`workout ${kept.id} without sport`)
  return remeasure(ctx, {
    workout: other,
    user,
    sport,
    elevations: await keptElevations(ctx, other),
  })
}

async function requirePair(ctx: Pick<AppContext, 'db'>, caller: Caller, pair: Pair) {
  if (pair.keep === pair.other) throw invalidPayload()
  const kept = await requireOwnWorkout(ctx, caller, pair.keep)
  const other = await requireOwnWorkout(ctx, caller, pair.other)
  if (!(await findDuplicate(ctx.db, [kept.id, other.id]))) throw notFound('no duplicates found')
  return { kept, other }
}

async function isRicher(ctx: AppContext, one: WorkoutRow, other: WorkoutRow): Promise<boolean> {
  if (one.original_file === null) return false
  if (other.original_file === null) return true
  return isRicherThan(
    { ...one, points: await countPoints(ctx, one) },
    { ...other, points: await countPoints(ctx, other) },
  )
}
