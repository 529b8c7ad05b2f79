import { invalidPayload, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import { transact } from '@/store/db/connections/transact'
import { movePhotos } from '@/store/db/queries/photos/photos'
import {
  dismissDuplicate,
  findDuplicate,
  listDuplicates,
  listDuplicatesOf,
  movePreviousOriginals,
} from '@/store/db/queries/workouts/workout-duplicates'
import {
  findWorkoutById,
  loadListedWorkouts,
  loadWorkouts,
  type WorkoutRow,
} from '@/store/db/queries/workouts/workouts'
import type { PageRequest } from '@/store/db/sql'
import { loadListViews, loadView, requireOwnWorkout } from '@/use-cases/views/workout'
import {
  loadOwnerAndSport,
  planStoredElevations,
  remeasure,
} from '@/use-cases/workouts/measure/remeasure'
import { countPoints, isRicherThan, replaceRecording, storeAdditionalFile } from './add-original'
import { changeAsRead } from './change-unless-edited'
import { deleteWorkoutAndFiles } from './write-workout'

/**
 * Returns one page of the caller's pairs of possibly duplicate workouts, with their total number. `of` restricts them
 * to one workout by its short id.
 *
 * @throws 404 when that workout does not exist, 403 when it belongs to another user
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

/** Short ids of two workouts. */
export interface Pair {
  keep: string
  other: string
}

/** Records that two of the caller's workouts are not duplicates. @throws 404 unless they are listed as a pair */
export async function dismissPair(ctx: AppContext, caller: Caller, pair: Pair): Promise<void> {
  await transact(ctx, async (tx) => {
    const { kept, other } = await requirePair(tx, caller, pair)
    await dismissDuplicate(tx.db, [kept.id, other.id], tx.clock.now())
  })
}

/**
 * Merges two of the caller's workouts: `keep` retains its texts, equipment, likes and comments, and gets the richer
 * recording of both; the other original is stored as additional file.
 *
 * @throws 404 unless they are listed as a pair; 400 or 500 when the richer recording cannot be read.
 */
export async function mergePair(ctx: AppContext, caller: Caller, pair: Pair) {
  const merged = await changeAsRead(ctx, {
    read: async () => {
      const { kept, other } = await requirePair(ctx, caller, pair)
      return [kept, other]
    },
    decide: async ([kept, other]) =>
      (await isRicher(ctx, other, kept)) ? measureAs(ctx, other, kept) : undefined,
    store: async (tx, [kept, other], recording) => {
      await requirePair(tx, caller, pair)
      await movePreviousOriginals(tx.db, other.id, kept.id)
      await movePhotos(tx.db, { from: other.id, to: kept.id })
      const workout = recording
        ? await replaceRecording(tx, kept, { recording, original: other.original_file ?? '' })
        : kept
      await deleteWorkoutAndFiles(tx, other, { keepsOriginal: true })
      await storeAdditionalFile(tx, kept.id, recording ? kept : other)
      const merged = (await findWorkoutById(tx.db, kept.id)) ?? workout
      await queueWorkoutEvent(tx, 'workout.changed', merged)
      await queueWorkoutEvent(tx, 'workout.deleted', other)
      return merged
    },
  })
  return loadView(ctx, caller, merged)
}

/** Measures the recording of a workout with the sport of another one, which gets it. */
const measureAs = async (ctx: AppContext, workout: WorkoutRow, kept: WorkoutRow) =>
  remeasure(ctx, {
    workout,
    ...(await loadOwnerAndSport(ctx, kept)),
    elevations: await planStoredElevations(ctx, workout),
  })

async function requirePair(ctx: Pick<AppContext, 'db'>, caller: Caller, pair: Pair) {
  if (pair.keep === pair.other) throw invalidPayload()
  const target = await requireOwnWorkout(ctx, caller, pair.keep)
  const other = await requireOwnWorkout(ctx, caller, pair.other)
  if (!(await findDuplicate(ctx.db, [target.id, other.id]))) throw notFound('no duplicates found')
  return { kept: target, other }
}

async function isRicher(ctx: AppContext, one: WorkoutRow, other: WorkoutRow): Promise<boolean> {
  if (one.original_file === null) return false
  if (other.original_file === null) return true
  return isRicherThan(
    { ...one, points: await countPoints(ctx, one) },
    { ...other, points: await countPoints(ctx, other) },
  )
}
