import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { availableSource } from '@/policy/preferences'
import type { AppContext } from '@/services/context'
import { planForChoice } from '@/services/elevation/plan'
import { recordedColumns, startOf } from '@/services/recordings/recorded-columns'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import type { Recording } from '@/services/workers/recording'
import { movePhotos } from '@/store/db/queries/photos/photos'
import { listSplitParts } from '@/store/db/queries/workouts/events'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { loadView, requireOwnWorkout } from '@/use-cases/views/workout'
import {
  editsOf,
  loadOwnerAndSport,
  planStoredElevations,
  remeasure,
} from '@/use-cases/workouts/measure/remeasure'
import { changeAsRead } from '@/use-cases/workouts/write/change-unless-edited'
import {
  type Change,
  changeWorkout,
  deleteWorkoutAndFiles,
} from '@/use-cases/workouts/write/write-workout'
import { addToEdits, type EditRequest, parseEdit, requireEffect } from './edit-request'

/**
 * Adds edits to the recording of one of the caller's workouts and measures it again. The original does not change.
 *
 * @throws 404 and 403 as `requireOwnWorkout`; 400 when an edit is invalid or changes nothing, when too little remains,
 * or when there is no recording; 500 when the original is missing.
 */
export async function editRecording(
  ctx: AppContext,
  caller: Caller,
  { shortId, edits: requested }: { shortId: string; edits: readonly EditRequest[] },
) {
  const changed = await changeAsRead(ctx, {
    read: async () => [await requireOwnWorkout(ctx, caller, shortId)],
    decide: async ([workout]) => {
      const { recording } = await planEdits(ctx, workout, requested)
      return changeTo(recording)
    },
    store: async (tx, [{ id }], change) => {
      const edited = await changeWorkout(tx, id, change)
      await queueWorkoutEvent(tx, 'workout.changed', edited)
      return edited
    },
  })
  return loadView(ctx, caller, changed)
}

/** A recording with further edits, and the number of points or values that each of these removed. */
interface PlannedEdits {
  edits: TrackEdits
  recording: Recording
  removed: readonly number[]
}

/** Measures the recording of a workout with further edits. @throws 400 when one is invalid or changes nothing */
export async function planEdits(
  ctx: AppContext,
  workout: WorkoutRow,
  requested: readonly EditRequest[],
): Promise<PlannedEdits> {
  const edits = addToEdits(
    workout,
    requested.map((each) => parseEdit(each, workout)),
  )
  const recording = await measureEdited(ctx, workout, edits)
  const removed = recording.removedByEdit.slice(-requested.length)
  requireEffect(removed)
  return { edits, recording, removed }
}

/** Measures the second part of a recording; undefined unless its last edit is a split. */
export async function measureSecondPart(
  ctx: AppContext,
  workout: WorkoutRow,
  { list, ...edits }: TrackEdits,
): Promise<Recording | undefined> {
  const last = list.at(-1)
  if (last?.kind !== 'split') return undefined
  return measureEdited(ctx, workout, {
    ...edits,
    list: [...list.slice(0, -1), { ...last, keeps: 'after' }],
  })
}

/** Measures the recording of a workout with these edits, and with the elevations that it has. */
async function measureEdited(
  ctx: AppContext,
  workout: WorkoutRow,
  edits: TrackEdits,
): Promise<Recording> {
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const elevations = await planStoredElevations(ctx, workout)
  return remeasure(ctx, { workout, user, sport, elevations, edits })
}

/** The change of a workout whose recording was edited. Its line differs, so it gets a new map. */
export const changeTo = (recording: Recording, start = startOf(recording)): Change => ({
  columns: {
    ...recordedColumns(recording),
    workout_date: start,
    map_id: recording.mapId,
    map_file: null,
  },
  recording,
})

/**
 * Undoes the last edit of one of the caller's workouts, or all of them. Undoing a split deletes the workout with the
 * other part.
 *
 * @throws as `editRecording`; 400 when there is no edit, or the other part of a split must be changed first.
 */
export async function undoEdits(
  ctx: AppContext,
  caller: Caller,
  { shortId, all }: { shortId: string; all: boolean },
) {
  const changed = await changeAsRead(ctx, {
    read: async (): Promise<[WorkoutRow, ...WorkoutRow[]]> => {
      const workout = await requireOwnWorkout(ctx, caller, shortId)
      return [workout, ...(await listOtherParts(ctx, workout))]
    },
    decide: ([workout, ...parts]) => planUndo(ctx, workout, { parts, all }),
    store: async (tx, [workout], { change, merged }) => {
      if (merged) {
        await movePhotos(tx.db, { from: merged.id, to: workout.id })
        await deleteWorkoutAndFiles(tx, merged)
        await queueWorkoutEvent(tx, 'workout.deleted', merged)
      }
      const undone = await changeWorkout(tx, workout.id, change)
      await queueWorkoutEvent(tx, 'workout.changed', undone)
      return undone
    },
  })
  return loadView(ctx, caller, changed)
}

async function listOtherParts(
  { db }: Pick<AppContext, 'db'>,
  { id, user_id, split_id }: WorkoutRow,
): Promise<WorkoutRow[]> {
  if (split_id === null) return []
  const parts = await listSplitParts(db, { userId: user_id, splitId: split_id })
  return parts.filter((part) => part.id !== id)
}

interface Undo {
  change: Change
  /** The workout with the other part of the split, whose points return to this one. */
  merged: WorkoutRow | undefined
}

async function planUndo(
  ctx: AppContext,
  workout: WorkoutRow,
  { parts, all }: { parts: readonly WorkoutRow[]; all: boolean },
): Promise<Undo> {
  const edits = editsOf(workout)
  if (!edits) throw badRequest('the recording has no edits')
  const list = all ? [] : edits.list.slice(0, -1)
  const undone = edits.list.slice(list.length)
  const merged = undone.some(({ kind }) => kind === 'split')
    ? requireOnlyCounterpart(edits, list.length, parts)
    : undefined
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const recording = await remeasure(ctx, {
    ...{ workout, user, sport },
    elevations: await planRestoredElevations(ctx, workout),
    edits: list.length > 0 ? { ...edits, list } : null,
  })
  const { columns, ...change } = changeTo(
    recording,
    list.length > 0 ? startOf(recording) : edits.start,
  )
  const isSplit = list.some(({ kind }) => kind === 'split')
  return {
    change: { ...change, columns: { ...columns, ...(!isSplit && { split_id: null }) } },
    merged,
  }
}

/**
 * Returns the workout with the other part of the split to undo; undefined if it was deleted.
 *
 * @throws 400 unless that workout is as the split left it, or if this one is the later part
 */
function requireOnlyCounterpart(
  { list }: TrackEdits,
  from: number,
  parts: readonly WorkoutRow[],
): WorkoutRow | undefined {
  const undone = list.slice(from)
  const split = undone.findLastIndex(({ kind }) => kind === 'split')
  const edit = undone[split]
  if (edit?.kind !== 'split') return undefined
  const others = parts.filter((part) => sharesEdits(editsOf(part)?.list ?? [], list, from + split))
  if (others.length === 0) return undefined
  const [other] = others
  const isUntouched =
    others.length === 1 && other && editsOf(other)?.list.length === from + split + 1
  if (edit.keeps === 'after' && undone.length === 1)
    throw badRequest('undo the split in the workout with the first part')
  if (undone.length > 1 || !isUntouched)
    throw badRequest('the recording was split: undo the edits of the other part, then the split')
  return other
}

/** Whether a list has the same edits up to a split, and the other part of it. */
function sharesEdits(other: TrackEdits['list'], list: TrackEdits['list'], split: number): boolean {
  const [mine, its] = [list[split], other[split]]
  if (mine?.kind !== 'split' || its?.kind !== 'split') return false
  const isSame = JSON.stringify(list.slice(0, split)) === JSON.stringify(other.slice(0, split))
  return isSame && mine.at === its.at && mine.keeps !== its.keeps
}

/** The elevations of points that return are not stored, so they come from the same source again. */
async function planRestoredElevations(ctx: AppContext, workout: WorkoutRow) {
  const { elevation_data_source: source } = workout
  return availableSource(source, ctx.config.elevation) === source
    ? planForChoice(source)
    : planStoredElevations(ctx, workout)
}
