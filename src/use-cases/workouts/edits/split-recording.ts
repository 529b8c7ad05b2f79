import { copyFile, link, rm } from 'node:fs/promises'
import { invalidPayload, originalNotStored, storageQuotaExceeded } from '@/lib/errors'
import { fsyncFile } from '@/lib/files/fsync'
import { isGzipped, unpackedName } from '@/lib/files/gzip-name'
import { isDiskFailed } from '@/lib/system-errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { recordedColumns, startOf } from '@/services/recordings/recorded-columns'
import { queueWorkoutEvent } from '@/services/webhooks/queue-workout-event'
import type { Recording } from '@/services/workers/recording'
import { loadWorkoutEquipments } from '@/store/db/queries/catalogue/equipments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { extensionOf, uploadPath } from '@/store/files/upload-names'
import { loadView, requireOwnWorkout } from '@/use-cases/views/workout'
import { fetchOriginal } from '@/use-cases/workouts/measure/remeasure'
import { changeAsRead } from '@/use-cases/workouts/write/change-unless-edited'
import {
  addWorkout,
  changeWorkout,
  type NewWorkout,
} from '@/use-cases/workouts/write/write-workout'
import { changeTo, editRecording, measureSecondPart, planEdits } from './edit-recording'
import type { EditRequest } from './edit-request'

/**
 * Adds edits to the recording of one of the caller's workouts. Returns this workout, followed by the one with the second
 * part of a split.
 *
 * @throws as `editRecording` and `splitRecording`; 400 for a split together with other edits
 */
export async function addEdits(
  ctx: AppContext,
  caller: Caller,
  { shortId, edits }: { shortId: string; edits: readonly EditRequest[] },
) {
  const split = edits.find(({ kind }) => kind === 'split')
  if (!split) return [await editRecording(ctx, caller, { shortId, edits })]
  if (edits.length > 1) throw invalidPayload()
  return splitRecording(ctx, caller, { shortId, edit: split })
}

/**
 * Splits one of the caller's workouts in two. The first part keeps its id, texts, likes and comments; the second one is
 * a new workout with the same title, visibility and equipment, and its own copy of the original.
 *
 * @throws as `editRecording`; 413 when the new workout exceeds a quota
 */
async function splitRecording(
  ctx: AppContext,
  caller: Caller,
  { shortId, edit: requested }: { shortId: string; edit: EditRequest },
) {
  const copies: string[] = []
  const removeCopies = async (used?: string) => {
    for (const copy of copies) if (copy !== used) await ctx.files.remove(copy)
  }
  try {
    const parts = await changeAsRead(ctx, {
      read: async () => [await requireOwnWorkout(ctx, caller, shortId)],
      decide: async ([workout]) => {
        const planned = await planSplit(ctx, workout, requested)
        const original = await copyOriginal(ctx, workout, startOf(planned.second))
        copies.push(original)
        return { ...planned, original, equipments: await loadEquipments(ctx, workout) }
      },
      store: async (tx, [workout], { first, second, original, equipments }) => {
        const split_id = workout.split_id ?? tx.ids.shortId()
        const { columns, ...change } = changeTo(first)
        const changed = await changeWorkout(tx, workout.id, {
          ...change,
          columns: { ...columns, split_id },
        })
        const added = await addWorkout(tx, {
          ...{ equipments, recording: second },
          columns: { ...secondColumns(tx, workout, second), split_id, original_file: original },
        })
        await queueWorkoutEvent(tx, 'workout.changed', changed)
        await queueWorkoutEvent(tx, 'workout.created', added)
        return { changed, added, original }
      },
    })
    await removeCopies(parts.original)
    return [await loadView(ctx, caller, parts.changed), await loadView(ctx, caller, parts.added)]
  } catch (error) {
    // After a failed fsync the commit may have survived; the sweep deletes files without a row.
    if (!isDiskFailed(error)) await removeCopies()
    throw error
  }
}

interface PlannedSplit {
  first: Recording
  second: Recording
}

async function planSplit(
  ctx: AppContext,
  workout: WorkoutRow,
  requested: EditRequest,
): Promise<PlannedSplit> {
  const { edits, recording: first } = await planEdits(ctx, workout, [requested])
  const second = await measureSecondPart(ctx, workout, edits)
  if (!second) throw invalidPayload()
  return { first, second }
}

const loadEquipments = async ({ db }: Pick<AppContext, 'db'>, { id }: WorkoutRow) =>
  (await loadWorkoutEquipments(db, [id])).get(id) ?? []

function secondColumns(
  { clock }: Pick<AppContext, 'clock'>,
  workout: WorkoutRow,
  recording: Recording,
): NewWorkout['columns'] {
  const now = clock.now()
  return {
    ...recordedColumns(recording),
    ...{ creation_date: now, modification_date: now },
    user_id: workout.user_id,
    sport_id: workout.sport_id,
    title: workout.title,
    workout_visibility: workout.workout_visibility,
    analysis_visibility: workout.analysis_visibility,
    map_visibility: workout.map_visibility,
    media_visibility: workout.media_visibility,
    suspended_at: workout.suspended_at,
    is_excluded: workout.is_excluded,
    event_id: workout.event_id,
    workout_date: startOf(recording),
    map_id: recording.mapId,
  }
}

/**
 * Stores a copy of the original of a workout, so that deleting one part does not affect the other. The file system
 * stores the content once if it can. Returns its path relative to the uploads folder.
 *
 * @throws 413 when it exceeds the quota of the account, 500 when the original is missing or cannot be copied
 */
async function copyOriginal(
  { files, ids, storageMeter }: Pick<AppContext, 'files' | 'ids' | 'storageMeter'>,
  workout: WorkoutRow,
  startedAt: number,
): Promise<string> {
  const { user_id, sport_id } = workout
  const { original, path } = await fetchOriginal({ files }, workout)
  const added = { bytes: Bun.file(path).size, files: 1 }
  const room = await storageMeter.reserve(user_id, added)
  if (room.exceeded) throw storageQuotaExceeded()
  const incoming = files.incoming()
  const relative = uploadPath({
    ...{ userId: user_id, sportId: sport_id, startedAt, random: ids.secret(8) },
    ...{ extension: extensionOf(unpackedName(original)), isGzipped: isGzipped(original) },
  })
  try {
    await link(path, incoming).catch(() => copyFile(path, incoming))
    await fsyncFile(incoming)
    await files.storeWritten([{ incoming, relative }])
    return relative
  } catch (cause) {
    await rm(incoming, { force: true })
    throw originalNotStored(cause)
  } finally {
    room.release()
  }
}
